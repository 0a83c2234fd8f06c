//! What a choice of tests says, before it is laid out: plain data.

use faultline_diagnosability::{AnyMetric, Relation};
use faultline_sbfl::{RankingSpec, Ties};
use faultline_spectrum::{Spectrum, TestId};

use crate::given::Given;
use crate::pool::Pool;
use crate::standing::{Leader, Standing};

/// The tests chosen, for each start.
#[derive(Debug)]
pub struct Report<'a> {
    /// Tests by lines, those of the pool included.
    pub spectrum: &'a Spectrum,
    /// What made tests worth choosing.
    pub metric: AnyMetric,
    /// How the metric's scores relate to its suite values.
    pub relation: Relation,
    /// The ranking whose change is told.
    pub ranking: RankingSpec,
    /// Its tie policy.
    pub ties: Ties,
    /// What choices start from.
    pub given: Given,
    /// What was chosen from.
    pub pool: Pool,
    /// How many were asked for.
    pub asked: usize,
    /// One per start, never none.
    pub choices: Vec<Choice>,
    /// Failing tests that start a choice which is not among them.
    pub more: usize,
    /// What readers should know.
    pub notes: Vec<String>,
}

impl Report<'_> {
    /// Leaves the first choices.
    pub fn shorten(&mut self, choices: usize) {
        self.more += self.choices.len().saturating_sub(choices);
        self.choices.truncate(choices);
    }
}

/// The tests chosen from one start.
#[derive(Debug)]
pub struct Choice {
    /// The tests that were there before.
    pub given: Vec<TestId>,
    /// Their value, where the metric has one.
    pub suite_value: Option<f64>,
    /// What all passing tests of the suite put first. `None` where outcomes are not known or
    /// nothing failed.
    pub leader: Option<Leader>,
    /// The ranking by the given tests alone; `None` as above.
    pub standing: Option<Standing>,
    /// The chosen tests, in order.
    pub steps: Vec<Step>,
}

/// A chosen test.
#[derive(Debug)]
pub struct Step {
    /// The test.
    pub test: TestId,
    /// Its value given the tests before it.
    pub value: f64,
    /// The value of all tests so far, where the metric has one.
    pub suite_value: Option<f64>,
    /// The ranking by all tests so far; `None` where outcomes are not known or nothing failed.
    pub standing: Option<Standing>,
}
