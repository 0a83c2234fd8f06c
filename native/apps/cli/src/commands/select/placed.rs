//! Ranked methods as JSON.

use faultline_fault_ranking::document::MethodNames;
use faultline_sbfl::finite;
use faultline_spectrum::Spectrum;
use faultline_test_selection::standing::Placed;
use schemars::JsonSchema;
use serde::Serialize;

/// A method with its place.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "placed")]
pub struct PlacedMethod<'a> {
    #[schemars(range(min = 1))]
    rank: f64,
    #[schemars(range(min = 1))]
    rank_min: u32,
    #[schemars(range(min = 1))]
    rank_max: u32,
    score: f64,
    #[serde(flatten)]
    names: MethodNames<'a>,
}

impl<'a> PlacedMethod<'a> {
    /// A ranked method of a spectrum.
    pub fn of(spectrum: &'a Spectrum, placed: &Placed) -> Self {
        Self {
            rank: placed.rank,
            rank_min: placed.rank_min,
            rank_max: placed.rank_max,
            score: finite(placed.score),
            names: MethodNames::of(spectrum, placed.method),
        }
    }
}
