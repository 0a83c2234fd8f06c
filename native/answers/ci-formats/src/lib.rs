//! Renders suspects in formats of other programs: SARIF, GitHub annotations, GitLab Code Quality, Markdown,
//! CSV.
//!
//! All formats but Markdown, which has the first screen, are built from [`notice`]. Nothing here ranks or prints.

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

pub use self::markdown::render as markdown;
use self::notice::Notices;

/// A format of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// SARIF 2.1.0.
    Sarif,
    /// Workflow commands of GitHub Actions, which become annotations.
    Github,
    /// GitLab's Code Quality report.
    Gitlab,
    /// CSV with one row per suspect.
    Csv,
}

impl Format {
    /// Renders the whole text, ending with a line break. Errors: the JSON cannot be written.
    pub fn render(self, report: &Report<'_>, sources: &mut Sources) -> Result<String, Failure> {
        let notices = Notices::of(report, sources);
        match self {
            Self::Sarif => sarif::render(&notices, report, sources),
            Self::Github => Ok(github::render(&notices)),
            Self::Gitlab => gitlab::render(&notices),
            Self::Csv => Ok(csv::render(&notices)),
        }
    }
}
