//! `expected.toml`: what must come out of a fixture.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What a small build says about itself; the covered lines stand in its sources, see
/// [`crate::Markers`].
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedBuild {
    /// Commands that run before, not recorded.
    #[serde(default)]
    pub prepare: Vec<Vec<String>>,
    /// The command that is recorded.
    pub command: Vec<String>,
    /// Options of `faultline run`.
    #[serde(default)]
    pub options: Vec<String>,
    /// Its exit code.
    pub exit: i32,
    /// Number of JVMs that ran tests, one file each.
    pub files: usize,
    /// Rows, by their short names, of the tests that failed and passed in one module; where the
    /// fixture cares.
    pub flaky: Option<Vec<String>>,
    /// Rows by the short name that the sources use.
    pub rows: BTreeMap<String, ExpectedRow>,
    /// Fixtures that run after tests, and threads that run code for no test, by the short name that
    /// the sources use: their ids or names.
    #[serde(default)]
    pub after: BTreeMap<String, String>,
}

/// A row that must come out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedRow {
    /// The framework's unique id.
    pub id: String,
    /// `passed`, `failed`, `aborted` or `skipped`.
    pub outcome: String,
    /// Class of the exception; absent when the row must have none.
    pub exception: Option<String>,
    /// `Class#method` of the throw site, the topmost frame.
    pub thrown_in: Option<String>,
    /// The uppermost frame of the project's own code, as Java prints it, `a.B.c(B.java:4)`: the rankings'
    /// throw site and first frame, and in GZoltar's layout. Only where no other test fails.
    pub thrown_at: Option<String>,
    /// Another test runs at the same time; the lines of such a row are not compared.
    #[serde(default)]
    pub overlapped: bool,
    /// How often this comes out, with the same id and outcome.
    #[serde(default = "once")]
    pub times: usize,
    /// Binary name of the test class, where the fixture cares.
    pub class: Option<String>,
    /// Test method, where the fixture cares.
    pub method: Option<String>,
    /// What the framework shows people, where the fixture cares; empty where it is not to be kept.
    pub display: Option<String>,
    /// The name that rankings show and `--failing` takes, where the fixture cares.
    pub name: Option<String>,
}

fn once() -> usize {
    1
}

/// What a real fault says about itself.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedFault {
    /// Exit code and size of the suite.
    pub suite: Suite,
    /// What must be suspected.
    #[serde(default)]
    pub suspect: Vec<Suspect>,
}

/// Size of a suite, as Surefire counts without an agent.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// Exit code of the build.
    pub exit: i32,
    /// Tests that passed.
    pub passed: usize,
    /// Tests that failed.
    pub failed: usize,
    /// Tests that were skipped or gave up on an assumption.
    pub skipped: usize,
}

/// What must be suspected, and the place at or above which it must be.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suspect {
    /// Binary name of the class.
    pub class: String,
    /// Name of the method; any of its overloads will do.
    pub method: String,
    /// The line; absent for a ranking of methods.
    pub line: Option<u32>,
    /// `Class#method` of the failing test that shows the fault, when others fail, too: with
    /// `--failing` and in the group of this test, the place must be as good.
    pub failing: Option<String>,
    /// The last place that is good enough; a tie counts with its last place.
    pub place: f64,
}
