//! What repeated tests on mutants say of elements, as far as rankings need to know.

use std::fmt;

use crate::{Counts, Formula, Selection};

/// A source of what mutants say; results merged by `mbfl` are one.
pub trait MutantEvidence: fmt::Debug + Sync {
    /// What the score of each element is multiplied by under `+mutants` with a weight, asked of these tests:
    /// 1 or more, and 1 where no mutant says anything.
    /// Shape: one per element.
    fn factors(&self, tests: &Selection, weight: f64) -> Vec<f64>;

    /// The scores of a ranking by mutants alone; `weighed` is what its formula makes of the tests that kill a mutant.
    /// Shape: one per element.
    fn scores(&self, tests: &Selection, by: MutantScore, weighed: &dyn Fn(Counts<f64>) -> f64) -> Vec<f64>;
}

/// Rankings by mutants alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MutantScore {
    /// By a formula over the tests that kill a mutant; an element as its best mutant.
    Metallaxis {
        /// Which.
        formula: &'static Formula,
        /// Its parameter; 0 where it has none.
        parameter: f64,
    },
    /// By which failing tests a mutant mends and which passing ones it breaks; an element as its mutants' mean.
    Muse,
}
