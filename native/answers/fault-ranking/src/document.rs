//! Parts of JSON documents shared by several answers.

use faultline_messages::names::TestNames;
use faultline_spectrum::{MethodId, Outcome, Spectrum, Test, TestId};
use faultline_variant_evidence::evidence::Evidence;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// How many tests ended how.
#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
pub struct Tests {
    /// Tests that passed.
    pub passed: usize,
    /// Tests that failed.
    pub failed: usize,
    /// Tests that gave up, for a failed assumption.
    pub aborted: usize,
    /// Tests that did not run.
    pub skipped: usize,
}

impl Tests {
    /// Counts all tests of a spectrum.
    pub fn of(spectrum: &Spectrum) -> Self {
        Self::of_rows(spectrum, (0..spectrum.tests.len()).map(TestId::new))
    }

    /// Counts some tests of a spectrum.
    pub fn of_rows(spectrum: &Spectrum, rows: impl Iterator<Item = TestId>) -> Self {
        let mut tests = Self::default();
        for row in rows {
            *match spectrum.tests[row.index()].outcome {
                Outcome::Passed => &mut tests.passed,
                Outcome::Failed => &mut tests.failed,
                Outcome::Aborted => &mut tests.aborted,
                Outcome::Skipped => &mut tests.skipped,
            } += 1;
        }
        tests
    }
}

/// A method as its class file names it.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[schemars(rename = "method")]
pub struct MethodNames<'a> {
    /// Binary name of its class.
    pub class: &'a str,
    /// Its name.
    pub method: &'a str,
    /// Its parameters and result, as the JVM writes them.
    pub descriptor: &'a str,
}

impl<'a> MethodNames<'a> {
    /// The names of a method of a spectrum.
    pub fn of(spectrum: &'a Spectrum, id: MethodId) -> Self {
        let method = &spectrum.methods[id.index()];
        Self {
            class: &spectrum.classes[method.class.index()].name,
            method: &method.name,
            descriptor: &method.descriptor,
        }
    }
}

/// What variants with one edit say.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "edit")]
pub struct Edit {
    /// The edit.
    pub edit: String,
    /// Variants with it that pass.
    pub passing: usize,
    /// Variants with it that fail.
    pub failing: usize,
    /// All that in a sentence.
    pub says: String,
}

impl From<Evidence> for Edit {
    fn from(Evidence { edit, passing, failing, says }: Evidence) -> Self {
        Self { edit, passing, failing, says }
    }
}

/// A test, and how it ended.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ended_test")]
pub struct TestOutcome<'a, O> {
    #[serde(flatten)]
    #[schemars(with = "TestNamesSchema")]
    names: TestNames<'a>,
    #[schemars(extend("enum" = ["passed", "failed", "aborted", "skipped", null]))]
    outcome: O,
}

impl<'a, O> TestOutcome<'a, O> {
    /// A test and its outcome.
    pub fn of(test: &'a Test, outcome: O) -> Self {
        Self { names: TestNames::of(test), outcome }
    }
}

/// A test by its names.
#[derive(Debug, JsonSchema)]
#[schemars(rename = "test")]
pub struct TestNamesSchema {
    /// The unique id of the framework.
    pub id: String,
    /// Binary name of the class; null where none was recorded.
    pub class: Option<String>,
    /// The method, with what tells its invocations apart.
    pub method: String,
    /// As --failing takes it.
    pub name: String,
    /// Only where the framework shows more than class and method.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub display: Option<String>,
}

/// Serializes a score as a finite number, because JSON has no infinity.
pub fn finite<S: Serializer>(score: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(faultline_sbfl::finite(*score))
}
