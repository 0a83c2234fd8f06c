//! Affected tests as JSON; `docs/baseline.md` and its schema describe it.

use faultline_baseline::{Baseline, Listed, Why};
use faultline_messages::failure::Failure;
use schemars::JsonSchema;
use serde::Serialize;

use super::text::reason;

/// Incremented when readers of the previous version could not read the new one.
const VERSION: u32 = 1;

#[derive(Serialize, JsonSchema)]
pub struct Document<'a> {
    #[schemars(extend("const" = VERSION))]
    version: u32,
    /// Number of known tests whose class is there.
    known: usize,
    /// The affected ones, by id.
    tests: Vec<AffectedTest<'a>>,
    /// Classes beside those of tests that no run knows: they may hold new tests.
    new_classes: Vec<&'a str>,
}

#[derive(Serialize, JsonSchema)]
struct AffectedTest<'a> {
    /// Unique id, as recorded.
    id: &'a str,
    /// Binary name of its class.
    class: &'a str,
    method: &'a str,
    #[schemars(extend("enum" = ["never-passed", "failed-last", "own-code", "changed", "missing-class", "input", "parameters"]))]
    kind: &'static str,
    /// Why it has to run, a sentence's end.
    reason: String,
}

/// Renders the answer, ending with a line break.
pub fn render(baseline: &Baseline, listed: &Listed) -> Result<String, Failure> {
    let affected = listed.tests.iter().filter_map(|(id, why)| {
        let (test, why) = (baseline.tests.get(id)?, why.as_ref()?);
        let (class, method) = (&*test.class, &*test.method);
        Some(AffectedTest { id, class, method, kind: kind(why), reason: reason(why) })
    });
    let document = Document {
        version: VERSION,
        known: listed.tests.len(),
        tests: affected.collect(),
        new_classes: listed.new_classes.iter().map(String::as_str).collect(),
    };
    faultline_terminal::json::pretty(&document, "the affected tests")
}

fn kind(why: &Why) -> &'static str {
    match why {
        Why::NeverPassed => "never-passed",
        Why::FailedLast => "failed-last",
        Why::Code(_) => "own-code",
        Why::Changed(..) => "changed",
        Why::Missing(_) => "missing-class",
        Why::Input(_) => "input",
        Why::Parameters(_) => "parameters",
    }
}
