//! The tests of a place as JSON; `docs/baseline.md` and its schema describe it.

use faultline_messages::failure::Failure;
use faultline_messages::names;
use faultline_terminal::json::milliseconds;
use schemars::JsonSchema;
use serde::Serialize;

use super::Found;

/// Incremented when readers of the previous version could not read the new one.
const VERSION: u32 = 1;

#[derive(Serialize, JsonSchema)]
pub struct Document<'a> {
    #[schemars(extend("const" = VERSION))]
    version: u32,
    /// The places that were asked for, as they were written.
    places: Vec<&'a str>,
    /// With --diff, what has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<ChangeSince<'a>>,
    /// Number of recorded lines asked for.
    lines: usize,
    /// Number of recorded tests.
    of_tests: usize,
    /// The tests that run at least one of the lines: failing ones first, then the nearest.
    tests: Vec<CoveringTest<'a>>,
    /// The lines that no test runs.
    not_run: Vec<NotRun<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct ChangeSince<'a> {
    /// The commit.
    since: &'a str,
    /// The sources with a difference.
    files: Vec<&'a str>,
    /// Those of them of which lines may be off.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    off: Vec<&'a str>,
}

#[derive(Serialize, JsonSchema)]
struct CoveringTest<'a> {
    /// Unique id, as recorded.
    id: &'a str,
    /// Binary name of its class.
    class: &'a str,
    method: &'a str,
    #[schemars(extend("enum" = ["passed", "failed", "aborted", "skipped"]))]
    outcome: &'static str,
    seconds: f64,
    /// How many of the lines it runs.
    runs: usize,
    /// How many lines it runs in all.
    in_all: usize,
}

#[derive(Serialize, JsonSchema)]
struct NotRun<'a> {
    /// Binary name of the class.
    class: &'a str,
    /// The method with its class, in source notation.
    method: String,
    line: u32,
}

/// Renders the answer, ending with a line break.
pub fn render(found: &Found<'_>) -> Result<String, Failure> {
    let spectrum = &found.loaded.spectrum;
    let tests = found.tests.iter().map(|of| {
        let test = &spectrum.tests[of.test.index()];
        CoveringTest {
            id: &test.unique_id,
            class: &test.class,
            method: &test.method,
            outcome: test.outcome.name(),
            seconds: milliseconds(test.duration_ns as f64 / 1e9),
            runs: of.runs,
            in_all: of.in_all,
        }
    });
    let not_run = found.not_run.iter().map(|element| {
        let element = &spectrum.elements[element.index()];
        let method = &spectrum.methods[element.method.index()];
        let class = &*spectrum.classes[method.class.index()].name;
        NotRun { class, method: names::compiled_method(class, method, true), line: element.line }
    });
    let change = found.change.as_ref().map(|change| ChangeSince {
        since: &change.since,
        files: change.files.iter().map(|file| &*file.path).collect(),
        off: change.files.iter().filter(|file| file.is_off).map(|file| &*file.path).collect(),
    });
    let document = Document {
        version: VERSION,
        places: found.places.iter().map(String::as_str).collect(),
        change,
        lines: found.elements.len(),
        of_tests: spectrum.tests.len(),
        tests: tests.collect(),
        not_run: not_run.collect(),
    };
    faultline_terminal::json::pretty(&document, "the tests of the place")
}
