//! Lines above methods: how many tests run them, and why a test fails.

use std::collections::BTreeMap;
use std::path::Path;

use faultline_build_reports::names::base_name;
use faultline_fault_ranking::named;
use faultline_messages::names;
use faultline_messages::words::{counted, number};
use faultline_spectrum::{ElementId, MethodId, Outcome, Spectrum, TestId};
use lsp_types::{CodeLens, Command, Range, Uri};
use serde_json::{Value, json};

use crate::commands::{SHOW_FAILURE, TESTS};
use crate::declarations;
use crate::documents::Documents;
use crate::index::{Index, SourceLines, TestSource};
use crate::project::{Placed, Project};
use crate::projects::Projects;
use crate::text::{Text, code_of};

/// The code lenses of a document: of its recorded methods, and of its tests.
pub fn lenses(projects: &Projects, documents: &Documents, uri: &Uri) -> Vec<CodeLens> {
    let Some((project, index, path)) = projects.of_document(uri) else { return Vec::new() };
    let mut lenses = of_methods(project, index, documents, &path, uri).unwrap_or_default();
    lenses.extend(
        index
            .test_source(&path)
            .and_then(|tests| of_tests(index, tests, documents, &path, uri))
            .unwrap_or_default(),
    );
    lenses
}

fn lens(range: Range, title: String, command: &str, argument: Value) -> CodeLens {
    let command = Command { title, command: command.to_owned(), arguments: Some(vec![argument]) };
    CodeLens { range, command: Some(command), data: None }
}

/// The lenses of recorded methods. `None` if no line has a certain place.
fn of_methods(
    project: &Project,
    index: &Index,
    documents: &Documents,
    path: &Path,
    uri: &Uri,
) -> Option<Vec<CodeLens>> {
    let source = index.source(path)?;
    let placed = project.placed(documents, path)?;
    let mut lenses = Vec::new();
    let declared = declared(index.spectrum(), source, &placed);
    let elements = |methods: &Vec<MethodId>| -> Vec<ElementId> {
        methods.iter().flat_map(|method| index.elements_of(source, *method)).collect()
    };
    let elements: Vec<Vec<ElementId>> = declared.values().map(elements).collect();
    for ((line, methods), runs) in declared.into_iter().zip(index.runs_of_each(&elements)) {
        let range = code_of(line, &placed.shown.text.lines()[line as usize]);
        let [_, place] = named::names(index.spectrum(), methods[0]);
        let argument = json!({ "place": place, "uri": uri });
        if runs.tests.is_empty() {
            lenses.push(lens(range, "no test runs this".to_owned(), TESTS, argument));
            continue;
        }
        lenses.push(lens(range, title(runs.tests.len(), runs.ef), TESTS, argument));
        let run = json!({ "place": place, "uri": uri, "format": "build" });
        lenses.push(lens(range, "run these".to_owned(), TESTS, run));
    }
    Some(lenses)
}

/// "14 tests, 1 fails".
fn title(tests: usize, failing: usize) -> String {
    let fail = match failing {
        0 => String::new(),
        1 => ", 1 fails".to_owned(),
        some => format!(", {} fail", number(some)),
    };
    counted(tests, "test") + &fail
}

/// The lines of now that declare recorded methods, each with these methods: a class may be recorded in two versions. Left out
/// are methods that compilers make, and declarations without a certain place.
fn declared(spectrum: &Spectrum, source: &SourceLines, placed: &Placed) -> BTreeMap<u32, Vec<MethodId>> {
    let mut declared = BTreeMap::<u32, Vec<MethodId>>::new();
    let Some(seen) = &source.seen else { return declared };
    for &(method, first) in &source.methods {
        let of = &spectrum.methods[method.index()];
        let class = names::simple_class(&spectrum.classes[of.class.index()].name);
        let is_constructor = of.name == "<init>";
        let name = if is_constructor { class.rsplit('.').next().unwrap_or(&class) } else { &of.name };
        let code = (first as usize).saturating_sub(1);
        let line = declarations::above(seen.lines(), name, code, is_constructor);
        if let Some(now) = line.and_then(|line| placed.placement.now(line as u32)) {
            declared.entry(now).or_default().push(method);
        }
    }
    declared
}

/// The lenses of tests, at the only method of their name.
fn of_tests(
    index: &Index,
    tests: &TestSource,
    documents: &Documents,
    path: &Path,
    uri: &Uri,
) -> Option<Vec<CodeLens>> {
    let spectrum = index.spectrum();
    let text = documents.shown(path)?.text;
    let mut lenses = Vec::new();
    for (line, rows) in declared_tests(spectrum, tests, &text) {
        let range = code_of(line as u32, &text.lines()[line]);
        let called = |row: &TestId| names::test(&spectrum.tests[row.index()]);
        let failing = rows.iter().find(|row| spectrum.tests[row.index()].outcome == Outcome::Failed);
        if let Some(failing) = failing {
            let argument = json!({ "test": called(failing), "uri": uri });
            lenses.push(lens(range, "why it fails".to_owned(), SHOW_FAILURE, argument));
        }
        let run =
            json!({ "tests": rows.iter().map(called).collect::<Vec<_>>(), "uri": uri, "format": "build" });
        let title = if rows.len() == 1 { "run this" } else { "run these" };
        lenses.push(lens(range, title.to_owned(), TESTS, run));
    }
    Some(lenses)
}

/// The tests of a source, each name with the line that declares it, from 0. Left out are names that several lines declare.
pub fn declared_tests(spectrum: &Spectrum, tests: &TestSource, text: &Text) -> Vec<(usize, Vec<TestId>)> {
    let mut by_name = BTreeMap::<&str, Vec<TestId>>::new();
    for row in &tests.rows {
        by_name.entry(base_name(&spectrum.tests[row.index()].method)).or_default().push(*row);
    }
    let declared = |(name, rows): (&str, Vec<TestId>)| match declarations::all(text.lines(), name)[..] {
        [line] => Some((line, rows)),
        _ => None,
    };
    by_name.into_iter().filter_map(declared).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_count_tests_and_failures() {
        assert_eq!(title(1, 0), "1 test");
        assert_eq!(title(14, 1), "14 tests, 1 fails");
        assert_eq!(title(1_400, 1_002), "1,400 tests, 1,002 fail");
    }
}
