//! What a run of `faultline generate` says at its end: plain data.

use std::path::Path;
use std::time::Duration;

use faultline_test_generation::evosuite::search::Done;
use faultline_test_generation::targets::groups::Groups;
use faultline_test_generation::written::label::Labels;

/// All there is to say.
#[derive(Debug)]
pub struct Report<'a> {
    /// The failing tests, for people.
    pub failing: String,
    /// What led the searches.
    pub metric: &'a str,
    /// Search time of all classes.
    pub budget: Duration,
    /// How it was split.
    pub split: &'a str,
    /// Seed of random numbers.
    pub seed: i64,
    /// How many searches ran at a time.
    pub jobs: usize,
    /// What came of each class, in the order in which they ended.
    pub classes: &'a [Done],
    /// Classes that got no share.
    pub left_out: &'a [String],
    /// Classes that somebody's wish to stop came before.
    pub not_begun: usize,
    /// What the kept tests split; `None` where no search told.
    pub groups: Option<Groups>,
    /// What the oracle said; `None` without one.
    pub labels: Option<Labels>,
    /// The source folder of the tests.
    pub tests: &'a Path,
    /// Commands to go on with, with what each is good for.
    pub next: Vec<Next>,
    /// What readers should know.
    pub notes: Vec<String>,
    /// From start to end.
    pub took: Duration,
}

/// A command to go on with.
#[derive(Debug)]
pub struct Next {
    /// What it does.
    pub purpose: &'static str,
    /// To be typed.
    pub command: String,
}

impl Report<'_> {
    /// Tests in all suites.
    pub fn tests_written(&self) -> usize {
        self.classes.iter().filter_map(|done| done.suite.as_ref()).map(|suite| suite.tests).sum()
    }

    /// Suites with a test.
    pub fn suites(&self) -> usize {
        self.classes.iter().filter(|done| done.suite.is_some()).count()
    }
}
