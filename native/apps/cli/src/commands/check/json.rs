//! The verdicts as JSON; `docs/check.md` and its schema describe it.

use faultline_messages::failure::Failure;
use faultline_quality_gate::{Checked, Verdict};
use serde::Serialize;

/// Raised when a reader of the last version could not read this one.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    kept: bool,
    rules: Vec<RuleOut<'a>>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct RuleOut<'a> {
    rule: String,
    kept: bool,
    scope: &'static str,
    pattern: Option<&'a str>,
    measure: &'static str,
    side: &'static str,
    limit: f64,
    asked: usize,
    breaches: Vec<BreachOut<'a>>,
    sentence: Option<String>,
}

#[derive(Serialize)]
struct BreachOut<'a> {
    name: &'a str,
    /// Only of classes of one name in several modules.
    #[serde(skip_serializing_if = "str::is_empty")]
    module: &'a str,
    /// Null when it is not a number.
    value: Option<f64>,
}

/// All verdicts, ending in a line break.
pub fn render(verdicts: &[Verdict], notes: &[String]) -> Result<String, Failure> {
    let kept = verdicts.iter().all(Verdict::is_kept);
    let document = Document { version: VERSION, kept, rules: verdicts.iter().map(rule_out).collect(), notes };
    faultline_terminal::json::pretty(&document, "the verdicts")
}

fn rule_out(verdict: &Verdict) -> RuleOut<'_> {
    let rule = &verdict.rule;
    RuleOut {
        rule: rule.to_string(),
        kept: verdict.is_kept(),
        scope: rule.scope.name(),
        pattern: rule.pattern.as_deref(),
        measure: rule.measure.name,
        side: rule.side.sign(),
        limit: rule.limit,
        asked: verdict.asked,
        breaches: verdict.breaches.iter().map(breach_out).collect(),
        sentence: verdict.sentence(),
    }
}

fn breach_out(part: &Checked) -> BreachOut<'_> {
    BreachOut { name: &part.name, module: &part.module, value: part.value.is_finite().then_some(part.value) }
}
