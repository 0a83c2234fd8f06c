//! What is shown of a baseline.

use faultline_baseline::{Baseline, Passed, TestState};
use faultline_messages::failure::Failure;
use faultline_recording_store::NamedBaseline;
use faultline_sbfl::tests_named;
use faultline_spectrum::{Outcome, Spectrum, Test};

/// A baseline, summed up.
#[derive(Debug)]
pub struct Shown<'a> {
    /// The file and its content.
    pub named: &'a NamedBaseline,
    /// By run: the number of tests whose last pass it is.
    pub passes: Vec<usize>,
    /// The tests that did not pass when they last ran, by unique id.
    pub not_passed: Vec<Row<'a>>,
    /// The tests that were asked for; `None` if none was.
    pub chosen: Option<Vec<Row<'a>>>,
}

/// A test of a baseline.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// Its unique id.
    pub id: &'a str,
    /// What is known of it.
    pub state: &'a TestState,
}

impl<'a> Shown<'a> {
    /// Sums up a baseline; `test` is the name of tests to show. Errors: no test has the name, or tests of several classes
    /// have.
    pub fn of(named: &'a NamedBaseline, test: Option<&str>) -> Result<Self, Failure> {
        let baseline = &named.baseline;
        let mut passes = vec![0; baseline.runs.len()];
        for passed in baseline.tests.values().filter_map(|test| test.passed.as_ref()) {
            passes[passed.run as usize] += 1;
        }
        let not_passed = rows(baseline).filter(|row| !baseline.passed_last(row.state)).collect();
        let chosen = test.map(|test| chosen(baseline, test)).transpose()?;
        Ok(Self { named, passes, not_passed, chosen })
    }

    /// When the oldest pass was, nanoseconds since the Unix epoch.
    pub fn oldest_ns(&self) -> Option<u64> {
        let baseline = &self.named.baseline;
        baseline.tests.values().filter_map(|test| baseline.passed_ns(test)).min()
    }

    /// The number of methods of all versions of classes.
    pub fn methods(&self) -> usize {
        self.named.baseline.classes.iter().map(|class| class.methods.len()).sum()
    }

    /// Bytes a test; 0 without tests.
    pub fn bytes_a_test(&self) -> f64 {
        match self.named.baseline.tests.len() {
            0 => 0.0,
            tests => self.named.bytes as f64 / tests as f64,
        }
    }
}

impl Row<'_> {
    /// The test as recordings have it, for its names.
    pub fn test(self) -> Test {
        Test {
            unique_id: self.id.to_owned(),
            class: self.state.class.clone(),
            method: self.state.method.clone(),
            display: String::new(),
            outcome: Outcome::Passed,
            duration_ns: 0,
            overlapped: false,
            failure: None,
        }
    }
}

/// The number of methods that a test ran when it passed.
pub fn methods_of(passed: &Passed) -> usize {
    passed.ran.iter().map(|(_, methods)| methods.len()).sum()
}

fn rows(baseline: &Baseline) -> impl Iterator<Item = Row<'_>> {
    baseline.tests.iter().map(|(id, state)| Row { id, state })
}

/// The tests with a name, as `faultline rank --failing` takes it.
fn chosen<'a>(baseline: &'a Baseline, name: &str) -> Result<Vec<Row<'a>>, Failure> {
    let all: Vec<Row<'a>> = rows(baseline).collect();
    let tests = all.iter().map(|row| row.test()).collect();
    let named = tests_named(&Spectrum { tests, ..Spectrum::default() }, name);
    let named = named.map_err(|error| Failure::failed(error.to_string()))?;
    Ok(named.into_iter().map(|test| all[test.index()]).collect())
}
