//! The recorded lines of a file or of all files, for editors that show coverage of their own.

use faultline_messages::names;
use faultline_spectrum::{ElementId, Outcome, TestId};
use lsp_types::Uri;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::client::Problem;
use crate::documents::Documents;
use crate::index::Index;
use crate::project::Project;
use crate::projects::Projects;
use crate::uri;

/// The method of the request, which is our own.
pub const METHOD: &str = "faultline/coverage";

/// What is asked for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct CoverageParams {
    /// A file; without it, the totals of all files.
    pub uri: Option<Uri>,
    /// A test, as `FooTest#bar`: what it alone ran.
    pub test: Option<String>,
}

/// The lines of a file with their counts, or the totals of all files, and the tests. Errors: there is no recording; no test has
/// the name.
pub fn coverage(
    projects: &Projects,
    documents: &Documents,
    params: &CoverageParams,
) -> Result<Value, Problem> {
    let (project, index) = match &params.uri {
        Some(uri) => {
            let Some((project, index, _)) = projects.of_document(uri) else {
                return Ok(json!({ "lines": [] }));
            };
            (project, index)
        }
        None => projects.meant_with_index(None)?,
    };
    let test = params.test.as_deref().map(|name| row(index, name)).transpose()?;
    Ok(match params.uri.as_ref().and_then(uri::path_of) {
        Some(path) => json!({ "lines": lines(project, index, documents, &path, test) }),
        None => json!({ "files": files(index, test), "tests": tests(index) }),
    })
}

fn row(index: &Index, name: &str) -> Result<TestId, Problem> {
    faultline_html_report::named::named(index.spectrum(), name).map_err(Problem::from)
}

/// The lines of a file that have a certain place: `line` is the one of now, from 0.
fn lines(
    project: &Project,
    index: &Index,
    documents: &Documents,
    path: &std::path::Path,
    test: Option<TestId>,
) -> Vec<Value> {
    let (Some(source), Some(placed)) = (index.source(path), project.placed(documents, path)) else {
        return Vec::new();
    };
    let suspicious: Vec<_> = index.marks.iter().filter(|mark| mark.file == path).collect();
    let line = |(line, elements): (&u32, &Vec<ElementId>)| {
        let now = placed.placement.now(line - 1)?;
        let chance = suspicious.iter().find(|mark| mark.line == *line).and_then(|mark| mark.chance);
        if let Some(test) = test {
            let is_run = elements.iter().any(|element| runs(index, test, *element));
            return Some(json!({ "line": now, "ef": 0, "ep": u32::from(is_run), "chance": chance }));
        }
        let runs = index.runs(elements);
        Some(json!({ "line": now, "ef": runs.ef, "ep": runs.ep, "chance": chance }))
    };
    source.lines.iter().filter_map(line).collect()
}

fn runs(index: &Index, test: TestId, element: ElementId) -> bool {
    index.spectrum().coverage.get(test.index(), element.index())
}

/// All files with their numbers of lines, and which tests run any of these, by their numbers in the list of tests.
fn files(index: &Index, test: Option<TestId>) -> Vec<Value> {
    let spectrum = index.spectrum();
    let mut rows: Vec<(usize, Vec<u64>)> = Vec::new();
    for row in 0..spectrum.tests.len() {
        if test.is_none_or(|test| test.index() == row) {
            rows.push((row, spectrum.coverage.row(row).into_owned()));
        }
    }
    let mut files: Vec<Value> = Vec::new();
    for (path, source) in index.sources() {
        let Some(uri) = uri::of_path(path) else { continue };
        let is_in =
            |row: &[u64], element: &ElementId| row[element.index() / 64] >> (element.index() % 64) & 1 != 0;
        let is_run = |elements: &&Vec<ElementId>| {
            elements.iter().any(|element| rows.iter().any(|(_, row)| is_in(row, element)))
        };
        let covered = source.lines.values().filter(is_run).count();
        let tests: Vec<usize> = rows
            .iter()
            .filter(|(_, row)| source.lines.values().flatten().any(|element| is_in(row, element)))
            .map(|(at, _)| *at)
            .collect();
        files.push(json!({ "uri": uri, "total": source.lines.len(), "covered": covered, "tests": tests }));
    }
    files.sort_by_key(|file| file["uri"].as_str().unwrap_or_default().to_owned());
    files
}

/// The tests, with the files of their classes where these are found.
fn tests(index: &Index) -> Vec<Value> {
    let spectrum = index.spectrum();
    let of = |test: &faultline_spectrum::Test| {
        let failed = test.outcome == Outcome::Failed;
        json!({ "name": names::test(test), "outcome": test.outcome.name(), "failed": failed })
    };
    spectrum.tests.iter().map(of).collect()
}
