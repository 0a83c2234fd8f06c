//! What is kept of passing tests.

use std::collections::BTreeMap;
use std::sync::Arc;

/// For each test the last run in which it passed: which methods it ran there, and what each of them did.
///
/// Numbers of runs and classes are places in `runs` and `classes`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    /// The runs that tests refer to and the last ones without a failure, oldest first; and the latest, which is last.
    pub runs: Vec<Run>,
    /// Versions of classes.
    pub classes: Vec<ClassState>,
    /// By unique id.
    pub tests: BTreeMap<String, TestState>,
}

/// A run of tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// When its first JVM started to record, nanoseconds since the Unix epoch.
    pub started_ns: u64,
    /// The commit that was checked out, in hexadecimal digits; `None` if unknown.
    pub commit: Option<String>,
    /// Number of tests.
    pub tests: u64,
    /// Number of tests that failed.
    pub failed: u64,
    /// The recorded classes, ascending.
    pub classes: Vec<u32>,
    /// What tests may have read besides code, by name.
    pub inputs: Vec<Input>,
}

/// A library, a resource, or the Java of a run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Input {
    /// Its path below the project's folder, or the name of its file.
    pub name: String,
    /// Hash of its content.
    pub hash: u64,
}

/// A version of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassState {
    /// Binary name with dots.
    pub name: String,
    /// A hash of its flags, supertypes, fields and annotations.
    pub shape: u64,
    /// Whether its methods were not read, so that all of them count as changed if its file is.
    pub is_whole: bool,
    /// Its methods.
    pub methods: Vec<MethodState>,
}

/// A method of a version of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodState {
    /// Name.
    pub name: String,
    /// JVM descriptor.
    pub descriptor: String,
    /// Hash of what it does.
    pub hash: u64,
    /// Its lines in the order of the code, each with a hash of what it does.
    pub lines: Vec<(u32, u16)>,
}

/// What is known of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestState {
    /// Binary name of its class.
    pub class: String,
    /// Its method, with what tells its invocations apart.
    pub method: String,
    /// When the last run that had it started, nanoseconds since the Unix epoch.
    pub seen_ns: u64,
    /// When the first run started of those in which it has failed without a run between in which it did not; 0 if it did
    /// not fail in the last one. Nanoseconds since the Unix epoch.
    pub failing_ns: u64,
    /// The classes of its own code in that run: its class, and what that refers to among the tests.
    pub code: Arc<[u32]>,
    /// Its last pass.
    pub passed: Option<Passed>,
}

/// A pass of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passed {
    /// The run.
    pub run: u32,
    /// The classes that it ran, ascending, each with the places of its methods, ascending.
    pub ran: Vec<(u32, Vec<u32>)>,
    /// The classes of its own code.
    pub code: Arc<[u32]>,
}

impl Baseline {
    /// The latest run.
    pub fn latest(&self) -> Option<&Run> {
        self.runs.last()
    }

    /// The last run in which tests ran and none failed, of those that started before a moment. Units: nanoseconds
    /// since the Unix epoch.
    pub fn green_before(&self, moment_ns: u64) -> Option<&Run> {
        let earlier = self.runs.iter().filter(|run| run.started_ns < moment_ns && run.is_green());
        earlier.max_by_key(|run| run.started_ns)
    }

    /// When a test last passed, nanoseconds since the Unix epoch; `None` if it never did.
    pub fn passed_ns(&self, test: &TestState) -> Option<u64> {
        test.passed.as_ref().map(|passed| self.runs[passed.run as usize].started_ns)
    }

    /// Whether a test passed when it last ran. If not, it failed, gave up on an assumption or was skipped.
    pub fn passed_last(&self, test: &TestState) -> bool {
        self.passed_ns(test).is_some_and(|passed| passed >= test.seen_ns)
    }

    /// The number of tests with a pass.
    pub fn passed(&self) -> usize {
        self.tests.values().filter(|test| test.passed.is_some()).count()
    }
}

impl Run {
    /// Whether tests ran, and none failed.
    pub fn is_green(&self) -> bool {
        self.tests > 0 && self.failed == 0
    }
}
