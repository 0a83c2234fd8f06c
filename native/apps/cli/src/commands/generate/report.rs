//! The result of `faultline generate` as plain data.

use std::path::Path;
use std::time::Duration;

use faultline_test_generation::evosuite::search::Done;
use faultline_test_generation::targets::groups::Groups;
use faultline_test_generation::written::label::Labels;

/// The result of a run.
#[derive(Debug)]
pub struct Report<'a> {
    /// Description of the failing tests.
    pub failing: String,
    /// The metric that guided the searches.
    pub metric: &'a str,
    /// Total search time of all classes.
    pub budget: Duration,
    /// How the budget was split.
    pub split: &'a str,
    /// Seed of random numbers.
    pub seed: i64,
    /// Number of parallel searches.
    pub jobs: usize,
    /// The result of each class, in order of completion.
    pub classes: &'a [Done],
    /// Classes without a share of the budget.
    pub left_out: &'a [String],
    /// Number of classes not started because of a stop request.
    pub not_begun: usize,
    /// Ambiguity groups that the kept tests split; `None` if no search reported any.
    pub groups: Option<Groups>,
    /// The oracle's labels; `None` without an oracle.
    pub labels: Option<Labels>,
    /// The source folder of the tests.
    pub tests: &'a Path,
    /// Suggested follow-up commands.
    pub next: Vec<Next>,
    /// Notes for readers.
    pub notes: Vec<String>,
    /// Total duration.
    pub took: Duration,
}

/// A suggested follow-up command.
#[derive(Debug)]
pub struct Next {
    /// Its purpose.
    pub purpose: &'static str,
    /// The command line.
    pub command: String,
}

impl Report<'_> {
    /// Number of tests in all suites.
    pub fn tests_written(&self) -> usize {
        self.classes.iter().filter_map(|done| done.suite.as_ref()).map(|suite| suite.tests).sum()
    }

    /// Number of suites with a test.
    pub fn suites(&self) -> usize {
        self.classes.iter().filter(|done| done.suite.is_some()).count()
    }
}
