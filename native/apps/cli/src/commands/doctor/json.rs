//! The findings as JSON; `docs/doctor.md` and its schema describe it.

use faultline_doctor::finding::{Finding, Severity};
use faultline_doctor::report::Report;
use faultline_messages::failure::Failure;
use serde::Serialize;

/// Raised when a reader of the last version could not read this one.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    files: usize,
    tests: usize,
    reported: usize,
    errors: usize,
    warnings: usize,
    findings: Vec<FindingOut<'a>>,
}

#[derive(Serialize)]
struct FindingOut<'a> {
    code: &'static str,
    severity: &'static str,
    sentence: &'a str,
    evidence: &'a [String],
    mend: &'a str,
}

/// The findings, ending in a line break.
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

fn finding(finding: &Finding) -> FindingOut<'_> {
    FindingOut {
        code: finding.code.name(),
        severity: finding.severity.name(),
        sentence: &finding.sentence,
        evidence: &finding.evidence,
        mend: &finding.mend,
    }
}
