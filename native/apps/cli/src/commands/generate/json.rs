//! The report as JSON; `docs/generate.md` and its schema describe it.

use faultline_messages::failure::Failure;
use schemars::JsonSchema;
use serde::Serialize;

use super::report::Report;

/// Incremented when readers of the previous version could not read the new one.
const VERSION: u32 = 1;

#[derive(Serialize, JsonSchema)]
pub struct Document<'a> {
    #[schemars(extend("const" = VERSION))]
    version: u32,
    failing: &'a str,
    metric: &'a str,
    seed: i64,
    #[schemars(range(min = 0))]
    budget_seconds: f64,
    #[schemars(extend("enum" = ["methods", "suspiciousness"]))]
    split: &'a str,
    #[schemars(range(min = 1))]
    jobs: usize,
    #[schemars(range(min = 0))]
    seconds: f64,
    tests: usize,
    classes: Vec<SearchedClass<'a>>,
    left_out: &'a [String],
    not_begun: usize,
    groups: Option<SplitGroups>,
    labels: Option<OracleLabels<'a>>,
    next: Vec<NextCommand<'a>>,
    notes: &'a [String],
}

#[derive(Serialize, JsonSchema)]
struct SearchedClass<'a> {
    class: &'a str,
    methods: usize,
    #[schemars(range(min = 0))]
    share_seconds: f64,
    #[schemars(range(min = 0))]
    seconds: f64,
    tests: usize,
    test_class: Option<&'a str>,
    file: Option<String>,
    kept: Option<String>,
    rounds: usize,
    best: Option<f64>,
    groups: Option<usize>,
    trouble: Option<&'a str>,
    log: String,
}

#[derive(Serialize, JsonSchema)]
struct SplitGroups {
    #[schemars(range(min = 1))]
    lines: usize,
    #[schemars(range(min = 1))]
    before: usize,
    #[schemars(range(min = 1))]
    after: usize,
}

#[derive(Serialize, JsonSchema)]
struct OracleLabels<'a> {
    passed: usize,
    failed: usize,
    skipped: usize,
    file: String,
    failing: &'a [String],
}

#[derive(Serialize, JsonSchema)]
struct NextCommand<'a> {
    purpose: &'a str,
    command: &'a str,
}

/// Renders the report. Errors: a number has no JSON form, which does not occur.
pub fn render(report: &Report<'_>) -> Result<String, Failure> {
    let classes = report.classes.iter().map(|done| SearchedClass {
        class: &done.target.class,
        methods: done.target.methods,
        share_seconds: done.target.share.as_secs_f64(),
        seconds: done.took.as_secs_f64(),
        tests: done.suite.as_ref().map_or(0, |suite| suite.tests),
        test_class: done.suite.as_ref().map(|suite| suite.class.as_str()),
        file: done.suite.as_ref().map(|suite| suite.source.display().to_string()),
        kept: done.kept.as_ref().map(|file| file.display().to_string()),
        rounds: done.status.rounds,
        best: done.status.best.filter(|best| best.is_finite()),
        groups: done.status.groups,
        trouble: done.trouble.as_deref(),
        log: done.log.display().to_string(),
    });
    let document = Document {
        version: VERSION,
        failing: &report.failing,
        metric: report.metric,
        seed: report.seed,
        budget_seconds: report.budget.as_secs_f64(),
        split: report.split,
        jobs: report.jobs,
        seconds: report.took.as_secs_f64(),
        tests: report.tests_written(),
        classes: classes.collect(),
        left_out: report.left_out,
        not_begun: report.not_begun,
        groups: report.groups.map(|groups| SplitGroups {
            lines: groups.lines,
            before: groups.before,
            after: groups.after,
        }),
        labels: report.labels.as_ref().map(|labels| OracleLabels {
            passed: labels.passed,
            failed: labels.failed,
            skipped: labels.skipped,
            file: labels.file.display().to_string(),
            failing: &labels.failing,
        }),
        next: report
            .next
            .iter()
            .map(|next| NextCommand { purpose: next.purpose, command: &next.command })
            .collect(),
        notes: &report.notes,
    };
    faultline_terminal::json::pretty(&document, "the report")
}
