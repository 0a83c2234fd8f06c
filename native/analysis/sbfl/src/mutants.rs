//! Evidence from tests run on mutants.

use std::fmt;

use crate::{Counts, Formula, Selection};

/// A source of evidence from mutants; the merged results of `mbfl` implement it.
pub trait MutantEvidence: fmt::Debug + Sync {
    /// Returns the factor of each element's score under `+mutants` with a weight, given the selected tests: at least 1, and
    /// 1 without evidence and for elements that `of` leaves out.
    /// Shape: one per element.
    fn factors(&self, tests: &Selection, weight: f64, of: Telling) -> Vec<f64>;

    /// Returns the scores of a ranking by mutants alone; `weighed` applies its formula to the tests that kill a mutant.
    /// Shape: one per element.
    fn scores(&self, tests: &Selection, by: MutantScore, weighed: &dyn Fn(Counts<f64>) -> f64) -> Vec<f64>;
}

/// The elements whose score mutants may raise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    /// All: kills alone raise a score as well.
    Any,
    /// Those with a mutant on which a failing test passes.
    Mending,
}

/// A ranking by mutants alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MutantScore {
    /// A formula over the tests that kill a mutant; an element scores as its best mutant.
    Metallaxis {
        /// The formula.
        formula: &'static Formula,
        /// The formula's parameter; 0 if it has none.
        parameter: f64,
        /// Whether the infections of passing tests that did not run count as expected kills.
        infection: bool,
    },
    /// The failing tests that a mutant fixes and the passing tests that it breaks; an element scores as its mutants' mean.
    Muse,
}
