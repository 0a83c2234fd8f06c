//! What has changed for one failing test.

use faultline_baseline::Rerun;
use faultline_spectrum::{ElementId, MethodId, TestId};

/// What a failing test runs and has run, compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Since {
    /// The test.
    pub test: TestId,
    /// What it is compared with.
    pub basis: Basis,
    /// When that run started, nanoseconds since the Unix epoch.
    pub started_ns: u64,
    /// The commit that was checked out then.
    pub commit: Option<String>,
    /// Number of methods that the test runs now.
    pub runs: usize,
    /// Those of them that have changed, in the order of the spectrum.
    pub changed: Vec<Changed>,
    /// Methods that the test ran and that are gone: class and name.
    pub gone: Vec<(String, String)>,
    /// Classes whose fields, supertypes or annotations have changed, of those that the test ran.
    pub shapes: Vec<String>,
    /// What has changed of the test's own code: class and name of methods; an empty name is a class.
    pub code: Vec<(String, String)>,
    /// Libraries and resources that are new, have changed or are gone.
    pub inputs: Vec<ChangedInput>,
    /// Methods that the test runs, that have not changed, and that it did not run then.
    pub reached: Vec<MethodId>,
    /// Methods that the test ran, that are still there, and that it does not run now: class and name. Where the two runs
    /// part is in the first: those of the class in which the exception was thrown, then those of classes that it still
    /// runs.
    pub left: Vec<(String, String)>,
    /// How the test ended when it was run again, if it was.
    pub rerun: Option<Rerun>,
}

/// The run that a failing test is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The last one in which it passed.
    Passed,
    /// It never passed: the last one in which no test failed.
    Green,
}

/// A method that a failing test runs and that has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The method.
    pub method: MethodId,
    /// Whether it is new.
    pub is_new: bool,
    /// The elements of its changed lines.
    pub lines: Vec<ElementId>,
}

/// A library or resource that is not what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedInput {
    /// Its path, or its file's name.
    pub name: String,
    /// What became of it.
    pub how: How,
}

/// What became of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It was not there.
    New,
    /// It has another content.
    Changed,
    /// It is not there any more.
    Gone,
}

impl Since {
    /// Whether nothing that is known of the test has changed since it passed: it may be flaky, or need something outside.
    pub fn is_unchanged(&self) -> bool {
        self.is_code_unchanged() && self.inputs.is_empty()
    }

    /// Whether no code that is known of the test has changed since it passed; a resource or a library may have.
    pub fn is_code_unchanged(&self) -> bool {
        self.basis == Basis::Passed
            && self.changed.is_empty()
            && self.gone.is_empty()
            && self.shapes.is_empty()
            && self.code.is_empty()
    }
}
