//! The recorded lines of a file or of all files, for editors that show coverage of their own.

use std::ops::Range;
use std::path::Path;

use faultline_html_report::named::named;
use faultline_messages::names;
use faultline_spectrum::{ElementId, Outcome, Spectrum, Test, TestId};
use lsp_types::Uri;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::client::Problem;
use crate::documents::Documents;
use crate::index::{Index, LineCount, SourceLines};
use crate::project::Project;
use crate::projects::Projects;
use crate::uri;

/// The method of the request, which is our own.
pub const METHOD: &str = "faultline/coverage";
/// The notification that there is a new recording, or none any more, for editors that ask for it.
pub const LOADED: &str = "faultline/loaded";

/// What is asked for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct CoverageParams {
    /// A file; without it, the totals of all files.
    pub uri: Option<Uri>,
    /// A test, as `FooTest#bar`: what it alone ran.
    pub test: Option<String>,
}

/// The lines of a file with their counts, or the totals of all files of the workspace, and the tests. Errors: there is no
/// recording; no test has the name.
pub fn coverage(
    projects: &Projects,
    documents: &Documents,
    params: &CoverageParams,
) -> Result<Value, Problem> {
    let Some(uri) = &params.uri else { return all(projects, params.test.as_deref()) };
    let Some((project, index, path)) = projects.of_document(uri) else {
        return Ok(json!({ "lines": [] }));
    };
    let test = params.test.as_deref().map(|name| row(index, name)).transpose()?;
    Ok(json!({ "lines": lines(project, index, documents, &path, test) }))
}

/// The files and the tests of all projects, one project after the other.
fn all(projects: &Projects, test: Option<&str>) -> Result<Value, Problem> {
    let indexes = indexes(projects);
    if indexes.is_empty() {
        return Err(nothing(projects));
    }
    let rows = indexes.iter().map(|index| test.map(|name| row(index, name)).transpose());
    let mut rows: Vec<Result<Option<TestId>, Problem>> = rows.collect();
    if rows.iter().all(Result::is_err) {
        return rows.swap_remove(0).map(|_| Value::Null);
    }
    let (mut all_files, mut all_tests) = (Vec::new(), Vec::new());
    for (index, row) in indexes.into_iter().zip(rows) {
        // Of a project without the test the totals are 0.
        let rows = match row {
            Ok(None) => 0..index.spectrum().tests.len(),
            Ok(Some(row)) => row.index()..row.index() + 1,
            Err(_) => 0..0,
        };
        all_files.extend(files(index, rows, all_tests.len()));
        all_tests.extend(tests(index));
    }
    Ok(json!({ "files": all_files, "tests": all_tests }))
}

/// Why no project has an index.
fn nothing(projects: &Projects) -> Problem {
    let of_several = || Problem::failed("no folder of the workspace has a recording that is loaded");
    match projects.all() {
        [_] => projects.meant_with_index(None).err().unwrap_or_else(of_several),
        _ => of_several(),
    }
}

/// The indexes of all projects. Folders of the workspace may share a recording, which counts once.
fn indexes(projects: &Projects) -> Vec<&Index> {
    let mut indexes: Vec<&Index> = Vec::new();
    for index in projects.all().iter().filter_map(|project| project.index.as_deref()) {
        if indexes.iter().all(|other| other.loaded.files != index.loaded.files) {
            indexes.push(index);
        }
    }
    indexes
}

fn row(index: &Index, name: &str) -> Result<TestId, Problem> {
    named(index.spectrum(), name).map_err(Problem::from)
}

/// The lines of a file that have a certain place: `line` is the one of now, from 0.
fn lines(
    project: &Project,
    index: &Index,
    documents: &Documents,
    path: &Path,
    test: Option<TestId>,
) -> Vec<Value> {
    let (Some(source), Some(placed)) = (index.source(path), project.placed(documents, path)) else {
        return Vec::new();
    };
    let suspicious: Vec<_> = index.marks.iter().filter(|mark| mark.file == path).collect();
    let row = test.map(|test| index.spectrum().coverage.row(test.index()));
    let line = |(line, elements, count): (u32, &[ElementId], LineCount)| {
        let now = placed.placement.now(line - 1)?;
        let chance = suspicious.iter().find(|mark| mark.line == line).and_then(|mark| mark.chance);
        if let Some(row) = &row {
            let is_run = elements.iter().any(|of| row[of.index() / 64] >> (of.index() % 64) & 1 != 0);
            return Some(json!({ "line": now, "ef": 0, "ep": u32::from(is_run), "chance": chance }));
        }
        Some(json!({ "line": now, "ef": count.ef, "ep": count.ep, "chance": chance }))
    };
    source.counted().filter_map(line).collect()
}

/// All files with their numbers of lines, and which of some tests run any of these, by their numbers in a list of tests in which
/// those of the index begin at `first`. Cost: O(elements that tests run).
fn files(index: &Index, rows: Range<usize>, first: usize) -> Vec<Value> {
    let spectrum = index.spectrum();
    let mut sources: Vec<(&Path, &SourceLines)> = index.sources().collect();
    sources.sort_by_key(|(path, _)| *path);
    let places = places(spectrum, &sources);
    let mut is_run = vec![false; spectrum.elements.len()];
    let mut tests: Vec<Vec<usize>> = vec![Vec::new(); sources.len()];
    for row in rows {
        for element in spectrum.coverage.ones(row) {
            is_run[element] = true;
            let of_file = places[element].map(|file| &mut tests[file]);
            if let Some(of_file) = of_file.filter(|tests| tests.last() != Some(&(first + row))) {
                of_file.push(first + row);
            }
        }
    }
    let is_covered = |elements: &&Vec<ElementId>| elements.iter().any(|element| is_run[element.index()]);
    let file = |((path, source), tests): ((&Path, &SourceLines), Vec<usize>)| {
        let covered = source.lines.values().filter(is_covered).count();
        Some(
            json!({ "uri": uri::of_path(path)?, "total": source.lines.len(), "covered": covered, "tests": tests }),
        )
    };
    sources.into_iter().zip(tests).filter_map(file).collect()
}

/// The file of each element, as a place in the list of sources.
fn places(spectrum: &Spectrum, sources: &[(&Path, &SourceLines)]) -> Vec<Option<usize>> {
    let mut places = vec![None; spectrum.elements.len()];
    for (at, (_, source)) in sources.iter().enumerate() {
        for element in source.lines.values().flatten() {
            places[element.index()] = Some(at);
        }
    }
    places
}

/// The tests and how they ended.
fn tests(index: &Index) -> Vec<Value> {
    let spectrum = index.spectrum();
    let of = |test: &Test| {
        let failed = test.outcome == Outcome::Failed;
        json!({ "name": names::test(test), "outcome": test.outcome.name(), "failed": failed })
    };
    spectrum.tests.iter().map(of).collect()
}
