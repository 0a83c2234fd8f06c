//! The verdicts as JSON; `docs/ci.md` and its schema describe it.

use faultline_messages::failure::Failure;
use faultline_quality_gate::{Checked, Verdict};
use schemars::JsonSchema;
use serde::Serialize;

/// Incremented when readers of the previous version could not read the new one.
const VERSION: u32 = 1;

#[derive(Serialize, JsonSchema)]
pub struct Document<'a> {
    #[schemars(extend("const" = VERSION))]
    version: u32,
    /// Whether all rules hold.
    kept: bool,
    /// In the order of the command line.
    rules: Vec<JudgedRule<'a>>,
    notes: &'a [String],
}

#[derive(Serialize, JsonSchema)]
struct JudgedRule<'a> {
    /// As it can be given again.
    rule: String,
    kept: bool,
    #[schemars(extend("enum" = ["suite", "package", "class"]))]
    scope: &'static str,
    /// Names that it is for; null is all.
    pattern: Option<&'a str>,
    measure: &'static str,
    #[schemars(extend("enum" = [">=", "<=", ">", "<"]))]
    side: &'static str,
    limit: f64,
    /// Packages or classes that it was asked of; 1 for the suite.
    asked: usize,
    /// What does not keep it: first what is not a number, then the farthest from the limit.
    breaches: Vec<Breach<'a>>,
    /// What the text says of it; null when it is kept.
    sentence: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Breach<'a> {
    /// Empty for the suite and for the package without a name.
    name: &'a str,
    /// Only of classes of one name in several modules.
    #[serde(skip_serializing_if = "str::is_empty")]
    module: &'a str,
    /// Null when it is not a number.
    value: Option<f64>,
}

/// Renders all verdicts, ending with a line break.
pub fn render(verdicts: &[Verdict], notes: &[String]) -> Result<String, Failure> {
    let kept = verdicts.iter().all(Verdict::is_kept);
    let document =
        Document { version: VERSION, kept, rules: verdicts.iter().map(judged_rule).collect(), notes };
    faultline_terminal::json::pretty(&document, "the verdicts")
}

fn judged_rule(verdict: &Verdict) -> JudgedRule<'_> {
    let rule = &verdict.rule;
    JudgedRule {
        rule: rule.to_string(),
        kept: verdict.is_kept(),
        scope: rule.scope.name(),
        pattern: rule.pattern.as_deref(),
        measure: rule.measure.name,
        side: rule.side.sign(),
        limit: rule.limit,
        asked: verdict.asked,
        breaches: verdict.breaches.iter().map(breach).collect(),
        sentence: verdict.sentence(),
    }
}

fn breach(part: &Checked) -> Breach<'_> {
    Breach { name: &part.name, module: &part.module, value: part.value.is_finite().then_some(part.value) }
}
