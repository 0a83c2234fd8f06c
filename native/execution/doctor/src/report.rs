//! All findings of a case, ordered by severity.

use std::path::PathBuf;

use super::case::Case;
use super::checks::{classes, counts, files, nothing, outside, reports, rows, sources, up_to_date, whose};
use super::finding::{Finding, Severity};

/// The doctor's report.
#[derive(Clone, Debug)]
pub struct Report {
    /// The worst first; among equal ones, causes before consequences.
    pub findings: Vec<Finding>,
    /// Number of recordings with content.
    pub files: usize,
    /// Number of their rows.
    pub tests: usize,
    /// Number of tests that ran according to the build's own reports.
    pub reported: usize,
}

impl Report {
    /// The quick checks, for a run that has just ended.
    pub fn at_once(case: &Case) -> Self {
        let mut findings = nothing::check(case);
        findings.extend(files::check(case));
        findings.extend(reports::check(case));
        findings.extend(up_to_date::check(case));
        findings.extend(rows::check(case));
        findings.extend(counts::check(case));
        findings.extend(classes::refused(case));
        findings.extend(classes::partly_recorded(case));
        findings.extend(classes::beyond_the_last_line(case));
        findings.extend(outside::check(case));
        Self::of(case, findings)
    }

    /// All checks, including those that need sources and class files.
    pub fn thorough(case: &Case, source_folders: &[PathBuf]) -> Self {
        let mut findings = Self::at_once(case).findings;
        findings.extend(files::fits(case));
        let stale = classes::stale(case);
        findings.extend(classes::several_versions(case));
        // Changed classes imply changed sources: one finding is enough.
        let of_sources = sources::check(case, source_folders).into_iter();
        findings.extend(
            of_sources
                .filter(|finding| stale.is_none() || finding.code != super::finding::Code::SourcesChanged),
        );
        findings.extend(stale);
        findings.extend(whose::check(case));
        findings.extend(rows::none_failed(case));
        Self::of(case, findings)
    }

    fn of(case: &Case, mut findings: Vec<Finding>) -> Self {
        findings.sort_by_key(|finding| finding.severity);
        Self {
            findings,
            files: case.recordings.len(),
            tests: case.tests().count(),
            reported: case.reports.cases(),
        }
    }

    /// Number of findings of a severity.
    pub fn with(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }
}
