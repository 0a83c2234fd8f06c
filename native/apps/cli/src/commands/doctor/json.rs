//! The findings as JSON; `docs/doctor.md` and its schema describe it.

use faultline_doctor::finding::{Finding, Severity};
use faultline_doctor::report::Report;
use faultline_messages::failure::Failure;
use schemars::JsonSchema;
use serde::Serialize;

/// Incremented when readers of the previous version could not read the new one.
const VERSION: u32 = 1;
/// Of [`FindingWords::code`].
const CODES: &[&str] = &[
    "no-recording",
    "no-tests",
    "no-classes",
    "test-classes-only",
    "no-coverage",
    "rows-without-lines",
    "tests-without-rows",
    "rows-without-tests",
    "other-outcomes",
    "classes-of-tests",
    "classes-of-libraries",
    "classes-generated",
    "code-outside",
    "rows-miscounted",
    "tests-up-to-date",
    "agent-dropped",
    "mavenrc-overrides",
    "arg-line-drops-agent",
    "java-too-old",
    "java-without-instrument",
    "jvm-takes-no-agent",
    "unsupported-platform",
    "unreadable-file",
    "does-not-fit",
    "recorder-trouble",
    "torn-file",
    "unsealed",
    "no-line-numbers",
    "not-instrumented",
    "partly-recorded",
    "overlapping-tests",
    "lines-of-no-test",
    "tests-of-programs",
    "several-versions",
    "sources-not-found",
    "sources-changed",
    "stale-recording",
    "no-failing-test",
];

#[derive(Serialize, JsonSchema)]
pub struct Document<'a> {
    #[schemars(extend("const" = VERSION))]
    version: u32,
    /// Recordings that hold something.
    files: usize,
    /// Their rows.
    tests: usize,
    /// Tests that ran according to the build's own reports; 0 without reports.
    reported: usize,
    errors: usize,
    warnings: usize,
    /// Errors first, then warnings, then notes; causes before what follows from them.
    findings: Vec<FindingWords<'a>>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "finding")]
struct FindingWords<'a> {
    #[schemars(extend("enum" = CODES))]
    code: &'static str,
    #[schemars(extend("enum" = ["error", "warning", "note"]))]
    severity: &'static str,
    sentence: &'a str,
    evidence: &'a [String],
    mend: &'a str,
}

/// Renders the findings, ending with a line break.
pub fn render(report: &Report) -> Result<String, Failure> {
    let document = Document {
        version: VERSION,
        files: report.files,
        tests: report.tests,
        reported: report.reported,
        errors: report.with(Severity::Error),
        warnings: report.with(Severity::Warning),
        findings: report.findings.iter().map(finding).collect(),
    };
    faultline_terminal::json::pretty(&document, "the findings")
}

fn finding(finding: &Finding) -> FindingWords<'_> {
    FindingWords {
        code: finding.code.name(),
        severity: finding.severity.name(),
        sentence: &finding.sentence,
        evidence: &finding.evidence,
        mend: &finding.mend,
    }
}
