//! The result of a selection as plain data.

use faultline_diagnosability::{AnyMetric, Relation};
use faultline_sbfl::{RankingSpec, Ties};
use faultline_spectrum::{Spectrum, TestId};

use crate::given::Given;
use crate::pool::Pool;
use crate::standing::{Leader, Standing};

/// The chosen tests for each start.
#[derive(Debug)]
pub struct Report<'a> {
    /// The coverage of all tests, including the pool's.
    pub spectrum: &'a Spectrum,
    /// The metric that values tests.
    pub metric: AnyMetric,
    /// How the metric's scores relate to its suite values.
    pub relation: Relation,
    /// The reported ranking.
    pub ranking: RankingSpec,
    /// The ranking's tie policy.
    pub ties: Ties,
    /// Which tests are given.
    pub given: Given,
    /// The candidates.
    pub pool: Pool,
    /// Number of tests requested.
    pub asked: usize,
    /// One selection per start; not empty.
    pub choices: Vec<Choice>,
    /// Number of failing tests whose selections are omitted.
    pub more: usize,
    /// Notes for readers.
    pub notes: Vec<String>,
}

impl Report<'_> {
    /// Keeps only the first selections.
    pub fn shorten(&mut self, choices: usize) {
        self.more += self.choices.len().saturating_sub(choices);
        self.choices.truncate(choices);
    }
}

/// The tests chosen from one start.
#[derive(Debug)]
pub struct Choice {
    /// The given tests.
    pub given: Vec<TestId>,
    /// Their suite value, if the metric has one.
    pub suite_value: Option<f64>,
    /// The first method of the ranking with all passing tests of the suite. `None` if outcomes are unknown or
    /// no test failed.
    pub leader: Option<Leader>,
    /// The ranking with the given tests only; `None` likewise.
    pub standing: Option<Standing>,
    /// The chosen tests, in order.
    pub steps: Vec<Step>,
}

/// A chosen test.
#[derive(Debug)]
pub struct Step {
    /// The test.
    pub test: TestId,
    /// Its value, given the tests before it.
    pub value: f64,
    /// The suite value of all tests so far, if the metric has one.
    pub suite_value: Option<f64>,
    /// The ranking with all tests so far; `None` if outcomes are unknown or no test failed.
    pub standing: Option<Standing>,
}
