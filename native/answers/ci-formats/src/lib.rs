//! The suspects of a ranking in the formats that other programs show: SARIF, GitHub's annotations, GitLab's Code Quality,
//! Markdown, CSV.
//!
//! [`notice`] is what all of them are made of. Nothing here decides who is suspicious or prints.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod csv;
mod github;
mod gitlab;
mod markdown;
mod notice;
mod sarif;

use faultline_fault_ranking::report::Report;
use faultline_messages::failure::Failure;
use faultline_recording_store::sources::Sources;

use self::notice::Notices;

/// A format for other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// SARIF 2.1.0.
    Sarif,
    /// Workflow commands of GitHub Actions, of which annotations become.
    Github,
    /// GitLab's Code Quality report.
    Gitlab,
    /// Tables for a pull request or a summary.
    Markdown,
    /// A row per suspect.
    Csv,
}

impl Format {
    /// The whole text, ending in a line break. Errors: it cannot be written as JSON.
    pub fn render(self, report: &Report<'_>, sources: &mut Sources) -> Result<String, Failure> {
        let notices = Notices::of(report, sources);
        match self {
            Self::Sarif => sarif::render(&notices, report, sources),
            Self::Github => Ok(github::render(&notices)),
            Self::Gitlab => gitlab::render(&notices),
            Self::Markdown => Ok(markdown::render(&notices)),
            Self::Csv => Ok(csv::render(&notices)),
        }
    }
}
