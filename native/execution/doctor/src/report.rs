//! All findings of a case, the worst first.

use std::path::PathBuf;

use super::case::Case;
use super::checks::{classes, counts, files, nothing, reports, rows, sources, up_to_date};
use super::finding::{Finding, Severity};

/// What the doctor says.
#[derive(Clone, Debug)]
pub struct Report {
    /// The worst first, otherwise causes before what follows from them.
    pub findings: Vec<Finding>,
    /// Recordings that hold something.
    pub files: usize,
    /// Their rows.
    pub tests: usize,
    /// Tests that ran according to the build's own reports.
    pub reported: usize,
}

impl Report {
    /// What a run that has just ended shows.
    pub fn at_once(case: &Case) -> Self {
        let mut findings = nothing::check(case);
        findings.extend(files::check(case));
        findings.extend(reports::check(case));
        findings.extend(up_to_date::check(case));
        findings.extend(rows::check(case));
        findings.extend(counts::check(case));
        findings.extend(classes::refused(case));
        findings.extend(classes::partly_recorded(case));
        Self::of(case, findings)
    }

    /// All that can be found: also what needs the sources and the class files.
    pub fn thorough(case: &Case, source_folders: &[PathBuf]) -> Self {
        let mut findings = Self::at_once(case).findings;
        findings.extend(files::fits(case));
        let stale = classes::stale(case);
        findings.extend(classes::several_versions(case));
        // Where classes changed, sources did, too: once is enough.
        let of_sources = sources::check(case, source_folders).into_iter();
        findings.extend(
            of_sources
                .filter(|finding| stale.is_none() || finding.code != super::finding::Code::SourcesChanged),
        );
        findings.extend(stale);
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

    /// Number of findings as bad as that.
    pub fn with(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }
}
