//! A baseline as JSON; `docs/baseline.md` and its schema describe it.

use faultline_baseline::{Baseline, Passed, Run};
use faultline_messages::failure::Failure;
use faultline_spectrum::TestName;
use schemars::JsonSchema;
use serde::Serialize;

use super::shown::{Row, Shown, methods_of};
use crate::given::top;

/// Incremented when readers of the previous version could not read the new one.
const VERSION: u32 = 1;
const NANOSECONDS: u64 = 1_000_000_000;

#[derive(Serialize, JsonSchema)]
pub struct Document<'a> {
    #[schemars(extend("const" = VERSION))]
    version: u32,
    file: String,
    /// The size of the file.
    bytes: u64,
    /// The size of the file divided by its tests; 0 without tests.
    #[schemars(range(min = 0))]
    bytes_a_test: f64,
    tests: usize,
    /// Tests with a pass.
    passed: usize,
    /// Versions of classes.
    classes: usize,
    /// Methods of these.
    methods: usize,
    /// When the oldest pass was, seconds since 1970; null without a pass.
    oldest_pass: Option<u64>,
    /// Oldest first, and the latest last.
    runs: Vec<ShownRun<'a>>,
    /// How many tests did not pass when they last ran: they failed, gave up or were skipped.
    not_passed_total: usize,
    not_passed: Vec<ShownTest<'a>>,
    /// The tests that --test names; only with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen: Option<Vec<ShownTest<'a>>>,
}

#[derive(Serialize, JsonSchema)]
struct ShownRun<'a> {
    /// When it started. Units: seconds since 1970.
    time: u64,
    /// The commit that was checked out; null where there was none.
    commit: Option<&'a str>,
    tests: u64,
    failed: u64,
    /// How many tests passed in this run last.
    last_passes: usize,
    classes: usize,
    /// Libraries, resources and the Java.
    inputs: usize,
}

#[derive(Serialize, JsonSchema)]
struct ShownTest<'a> {
    /// As --test takes it.
    name: String,
    id: &'a str,
    /// When the last run that had it started. Units: seconds since 1970.
    seen: u64,
    /// Its last pass; null if it never passed.
    pass: Option<ShownPass<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct ShownPass<'a> {
    /// When that run started. Units: seconds since 1970.
    time: u64,
    /// The commit that was checked out; null where there was none.
    commit: Option<&'a str>,
    /// How many methods it ran.
    methods: usize,
    /// Their classes.
    classes: Vec<ShownClass<'a>>,
    /// How many classes the test's own code has.
    own_classes: usize,
}

#[derive(Serialize, JsonSchema)]
struct ShownClass<'a> {
    name: &'a str,
    /// The methods that it ran.
    methods: Vec<&'a str>,
}

/// Renders what is shown, ending with a line break. `top` limits tests.
pub fn render(shown: &Shown<'_>, top: Option<usize>) -> Result<String, Failure> {
    let baseline = &shown.named.baseline;
    let most = top::shown(top, usize::MAX);
    let document = Document {
        version: VERSION,
        file: shown.named.path.display().to_string(),
        bytes: shown.named.bytes,
        bytes_a_test: shown.bytes_a_test(),
        tests: baseline.tests.len(),
        passed: baseline.passed(),
        classes: baseline.classes.len(),
        methods: shown.methods(),
        oldest_pass: shown.oldest_ns().map(|time| time / NANOSECONDS),
        runs: baseline.runs.iter().zip(&shown.passes).map(run).collect(),
        not_passed_total: shown.not_passed.len(),
        not_passed: tests(baseline, &shown.not_passed, most),
        chosen: shown.chosen.as_deref().map(|rows| tests(baseline, rows, most)),
    };
    faultline_terminal::json::pretty(&document, "the baseline")
}

fn run<'a>((run, last_passes): (&'a Run, &usize)) -> ShownRun<'a> {
    ShownRun {
        time: run.started_ns / NANOSECONDS,
        commit: run.commit.as_deref(),
        tests: run.tests,
        failed: run.failed,
        last_passes: *last_passes,
        classes: run.classes.len(),
        inputs: run.inputs.len(),
    }
}

fn tests<'a>(baseline: &'a Baseline, rows: &[Row<'a>], most: usize) -> Vec<ShownTest<'a>> {
    rows.iter().take(most).map(|row| test(baseline, *row)).collect()
}

fn test<'a>(baseline: &'a Baseline, row: Row<'a>) -> ShownTest<'a> {
    ShownTest {
        name: TestName::from(&row.test()).full("#").into_owned(),
        id: row.id,
        seen: row.state.seen_ns / NANOSECONDS,
        pass: row.state.passed.as_ref().map(|passed| pass(baseline, passed)),
    }
}

fn pass<'a>(baseline: &'a Baseline, passed: &'a Passed) -> ShownPass<'a> {
    let run = &baseline.runs[passed.run as usize];
    let class = |(class, methods): &(u32, Vec<u32>)| {
        let class = &baseline.classes[*class as usize];
        let methods = methods.iter().map(|method| &*class.methods[*method as usize].name).collect();
        ShownClass { name: &class.name, methods }
    };
    ShownPass {
        time: run.started_ns / NANOSECONDS,
        commit: run.commit.as_deref(),
        methods: methods_of(passed),
        classes: passed.ran.iter().map(class).collect(),
        own_classes: passed.code.len(),
    }
}
