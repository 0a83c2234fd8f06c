//! Suspicious lines as diagnostics.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use faultline_messages::words::{counted, printable_path};
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString,
    PublishDiagnosticsParams, Range,
};

use crate::client::{Abilities, Client};
use crate::documents::Documents;
use crate::marks::{Mark, Site};
use crate::project::{Placed, Project};
use crate::projects::Projects;
use crate::text::code_of;

/// The `source` of every diagnostic.
pub const SOURCE: &str = "faultline";
/// The code of all diagnostics.
pub const CODE: &str = "suspicious-line";

/// The diagnostics that the editor has.
#[derive(Debug, Default)]
pub struct Published {
    by_uri: BTreeMap<String, PublishDiagnosticsParams>,
}

impl Published {
    /// Sends what has changed.
    pub fn update(&mut self, client: &Client, projects: &Projects, documents: &Documents) {
        let mut now = all(projects, documents, client.can);
        for (uri, before) in &self.by_uri {
            let none =
                || PublishDiagnosticsParams { diagnostics: Vec::new(), version: None, ..before.clone() };
            now.entry(uri.clone()).or_insert_with(none);
        }
        for (uri, params) in &now {
            // A new version of a document with the same diagnostics is no news.
            let before = self.by_uri.get(uri).map(|before| &before.diagnostics);
            if before != Some(&params.diagnostics) {
                client.notify("textDocument/publishDiagnostics", params);
            }
        }
        now.retain(|_, params| !params.diagnostics.is_empty());
        self.by_uri = now;
    }
}

/// The diagnostics of each file that has some, by its URI.
fn all(
    projects: &Projects,
    documents: &Documents,
    can: Abilities,
) -> BTreeMap<String, PublishDiagnosticsParams> {
    let mut all = BTreeMap::<String, PublishDiagnosticsParams>::new();
    for project in projects.all() {
        for mark in project.index.iter().flat_map(|index| &index.marks) {
            let Some(placed) = project.placed(documents, &mark.file) else { continue };
            let Some(range) = range_of(&placed, mark.line) else { continue };
            let diagnostic = diagnostic(project, documents, mark, range, can);
            let uri = placed.shown.uri.clone();
            let of_file = all.entry(uri.as_str().to_owned()).or_insert_with(|| PublishDiagnosticsParams {
                uri,
                version: placed.shown.version,
                diagnostics: Vec::new(),
            });
            // Folders of a workspace may share a recording.
            if !of_file.diagnostics.contains(&diagnostic) {
                of_file.diagnostics.push(diagnostic);
            }
        }
    }
    all
}

/// Says which sources have suspicious lines without a certain place; `None` if all have one.
pub fn unplaced(project: &Project, documents: &Documents) -> Option<String> {
    let marks = project.index.iter().flat_map(|index| &index.marks);
    let is_unplaced = |mark: &&Mark| location(project, documents, &mark.file, mark.line).is_none();
    let unplaced: Vec<&Mark> = marks.filter(is_unplaced).collect();
    let files: BTreeSet<&Path> = unplaced.iter().map(|mark| mark.file.as_path()).collect();
    let first = files.first()?.strip_prefix(&project.root).unwrap_or(files.first()?);
    let others = match files.len() - 1 {
        0 => String::new(),
        others => format!(" and {} more", counted(others, "file")),
    };
    let are = if unplaced.len() == 1 { "is" } else { "are" };
    Some(format!(
        "{} {are} not shown, since {}{others} changed during or after the run; record again",
        counted(unplaced.len(), "suspicious line"),
        printable_path(first)
    ))
}

/// Where the code of a line, from 1, as the run saw it is shown.
pub fn range_of(placed: &Placed, line: u32) -> Option<Range> {
    let now = placed.placement.now(line.checked_sub(1)?)?;
    Some(code_of(now, placed.shown.text.lines().get(now as usize)?))
}

fn diagnostic(
    project: &Project,
    documents: &Documents,
    mark: &Mark,
    range: Range,
    can: Abilities,
) -> Diagnostic {
    let failed_at = mark.failed_at.as_ref().filter(|_| can.related_information);
    let related = failed_at.and_then(|site| related(project, documents, mark, site));
    Diagnostic {
        range,
        severity: Some(DiagnosticSeverity::INFORMATION),
        code: Some(NumberOrString::String(CODE.to_owned())),
        source: Some(SOURCE.to_owned()),
        message: mark.message.clone(),
        related_information: related.map(|related| vec![related]),
        ..Diagnostic::default()
    }
}

fn related(
    project: &Project,
    documents: &Documents,
    mark: &Mark,
    site: &Site,
) -> Option<DiagnosticRelatedInformation> {
    let (uri, range) = location(project, documents, &site.file, site.line)?;
    let test = mark.tests.first()?;
    Some(DiagnosticRelatedInformation {
        location: Location { uri, range },
        message: format!("{test} failed here: {}", site.code),
    })
}

/// The place of a line that the run saw, in a file of code or of tests.
pub fn location(
    project: &Project,
    documents: &Documents,
    file: &Path,
    line: u32,
) -> Option<(lsp_types::Uri, Range)> {
    let placed = project.placed(documents, file)?;
    Some((placed.shown.uri.clone(), range_of(&placed, line)?))
}
