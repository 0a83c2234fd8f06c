//! `expected.toml`: the expected results of a fixture.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The expectations of a small build; the covered lines are in its sources, see [`crate::Markers`].
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedBuild {
    /// Unrecorded commands that run before.
    #[serde(default)]
    pub prepare: Vec<Vec<String>>,
    /// The recorded command.
    pub command: Vec<String>,
    /// Options of `faultline run`.
    #[serde(default)]
    pub options: Vec<String>,
    /// Its exit code.
    pub exit: i32,
    /// Number of JVMs that ran tests, one file each.
    pub files: usize,
    /// Short names of rows whose tests failed and passed in one module, if the fixture checks that.
    pub flaky: Option<Vec<String>>,
    /// Expected rows, by the short names used in sources.
    pub rows: BTreeMap<String, ExpectedRow>,
    /// Ids or names of fixtures that run after tests, and of threads that run code outside of tests, by the short names used in
    /// sources.
    #[serde(default)]
    pub after: BTreeMap<String, String>,
}

/// An expected row.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedRow {
    /// The framework's unique id.
    pub id: String,
    /// `passed`, `failed`, `aborted` or `skipped`.
    pub outcome: String,
    /// Class of the exception; absent if there must be none.
    pub exception: Option<String>,
    /// `Class#method` of the throw site, the topmost frame.
    pub thrown_in: Option<String>,
    /// The topmost frame of the project's code, in Java's form `a.B.c(B.java:4)`: the throw site and first frame of rankings, also
    /// in GZoltar's layout. Only if no other test fails.
    pub thrown_at: Option<String>,
    /// Whether another test runs at the same time; lines of such a row are not compared.
    #[serde(default)]
    pub overlapped: bool,
    /// Number of rows with this id and outcome.
    #[serde(default = "once")]
    pub times: usize,
    /// Binary name of the test class, if the fixture checks it.
    pub class: Option<String>,
    /// Test method, if the fixture checks it.
    pub method: Option<String>,
    /// Display name, if the fixture checks it; empty if it must not be kept.
    pub display: Option<String>,
    /// Name in rankings and for `--failing`, if the fixture checks it.
    pub name: Option<String>,
}

fn once() -> usize {
    1
}

/// The expectations of a real fault.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedFault {
    /// Exit code and size of the suite.
    pub suite: Suite,
    /// Expected suspects.
    #[serde(default)]
    pub suspect: Vec<Suspect>,
}

/// Size of a suite, as counted by Surefire without an agent.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// Exit code of the build.
    pub exit: i32,
    /// Tests that passed.
    pub passed: usize,
    /// Tests that failed.
    pub failed: usize,
    /// Tests that were skipped or aborted by an assumption.
    pub skipped: usize,
}

/// An expected suspect, with its worst acceptable place.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suspect {
    /// Binary name of the class.
    pub class: String,
    /// Name of the method; any overload counts.
    pub method: String,
    /// The line; absent for a ranking of methods.
    pub line: Option<u32>,
    /// `Class#method` of the failing test that shows the fault, if others fail too: the place must be as good with `--failing` and
    /// in the group of this test.
    pub failing: Option<String>,
    /// The worst acceptable place; a tie counts with its last place.
    pub place: f64,
}
