//! What has changed since failing tests passed, for pages and JSON.

use std::time::SystemTime;

use faultline_messages::names;
use faultline_since_passed::{Basis, Comparison, How, says};
use faultline_spectrum::{Spectrum, TestId};
use schemars::JsonSchema;
use serde::Serialize;

/// Tests of a group whose changes are shown.
const TESTS: usize = 3;

/// What has changed for a test since it passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Since {
    /// The test, as --failing takes it.
    pub test: String,
    /// What it is compared with: the last run in which it passed, or, where it never passed, the last one in which no test
    /// failed.
    #[schemars(extend("enum" = ["passed", "green"]))]
    pub basis: &'static str,
    /// When that run started. Units: seconds since 1970.
    pub time: u64,
    /// The commit that was checked out then; null where there was none.
    pub commit: Option<String>,
    /// How many methods the test runs now.
    pub runs: usize,
    /// How many of them have changed or are new.
    pub changed: usize,
    /// These methods, as Class.method.
    pub methods: Vec<String>,
    /// Methods that it ran and that are gone.
    pub gone: Vec<String>,
    /// Classes whose fields, supertypes or annotations have changed.
    pub shapes: Vec<String>,
    /// What has changed of the test's own code: methods, or classes.
    pub code: Vec<String>,
    /// Libraries and resources that have changed.
    pub inputs: Vec<Input>,
    /// Methods that it runs now, that have not changed, and that it did not run then.
    pub reached: Vec<String>,
    /// Methods that it ran and that it does not reach now, nearest to where the exception was thrown first.
    pub left: Vec<String>,
    /// Whether nothing that is known of the test has changed, so that it may be flaky.
    pub unchanged: bool,
    /// What that says of the failure: changed: something that the test runs has changed; never-passed: changes say nothing;
    /// unchanged: it may be flaky, or depend on something outside of the build; outside: it also failed each time that it was
    /// run again; flaky: it passed when it was run again.
    #[schemars(extend("enum" = ["changed", "never-passed", "unchanged", "outside", "flaky"]))]
    pub verdict: &'static str,
    /// How the test ended when it was run again alone; only where it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rerun: Option<Rerun>,
    /// All that in sentences.
    pub says: Vec<String>,
}

/// How a test ended when it was run again alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "rerun")]
pub struct Rerun {
    /// Times that it passed.
    pub passed: u32,
    /// Times that it failed.
    pub failed: u32,
}

/// A library or resource that has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Input {
    /// Its path below the project, or the name of its file.
    pub name: String,
    /// What became of it.
    #[schemars(extend("enum" = ["new", "changed", "gone"]))]
    pub how: &'static str,
}

/// The first of a group's tests, those with the fewest changes first: what has changed for each.
pub fn of(spectrum: &Spectrum, changes: Option<&Comparison>, tests: &[TestId]) -> Vec<Since> {
    let Some(changes) = changes else { return Vec::new() };
    let mut known: Vec<_> = tests.iter().filter_map(|test| changes.of_test(*test)).collect();
    // An empty comparison says least, unless all are empty.
    known.sort_by_key(|since| (since.basis == Basis::Green, since.changed.is_empty(), since.changed.len()));
    let now = SystemTime::now();
    let method = |id: &faultline_spectrum::MethodId| {
        let method = &spectrum.methods[id.index()];
        names::compiled_method(&spectrum.classes[method.class.index()].name, method, false)
    };
    let member = |(class, name): &(String, String)| {
        let class = names::simple_class(class);
        if name.is_empty() { class } else { format!("{class}.{name}") }
    };
    let shown = known.into_iter().take(TESTS).map(|since| Since {
        test: names::test(&spectrum.tests[since.test.index()]),
        basis: match since.basis {
            Basis::Passed => "passed",
            Basis::Green => "green",
        },
        time: since.started_ns / 1_000_000_000,
        commit: since.commit.clone(),
        runs: since.runs,
        changed: since.changed.len(),
        methods: since.changed.iter().map(|changed| method(&changed.method)).collect(),
        gone: since.gone.iter().map(member).collect(),
        shapes: since.shapes.iter().map(|class| names::simple_class(class)).collect(),
        code: since.code.iter().map(member).collect(),
        inputs: since
            .inputs
            .iter()
            .map(|input| Input { name: input.name.clone(), how: how(input.how) })
            .collect(),
        reached: since.reached.iter().map(method).collect(),
        left: since.left.iter().map(member).collect(),
        unchanged: since.is_unchanged(),
        verdict: changes.verdict(since.test).name(),
        rerun: since.rerun.map(|rerun| Rerun { passed: rerun.passed, failed: rerun.failed }),
        says: says(since, spectrum, now),
    });
    shown.collect()
}

fn how(how: How) -> &'static str {
    match how {
        How::New => "new",
        How::Changed => "changed",
        How::Gone => "gone",
    }
}
