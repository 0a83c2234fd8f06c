//! Code actions: a failing test beside its nearest passing one, and mending mutants as edits.

use std::path::Path;

use faultline_messages::names;
use faultline_spectrum::{Outcome, TestId};
use lsp_types::{CodeActionContext, CodeActionKind, CodeActionParams, CodeActionTriggerKind, Range, Uri};
use serde_json::{Value, json};

use crate::client::Abilities;
use crate::commands::DIFF;
use crate::diagnostics::range_of;
use crate::documents::Documents;
use crate::edit::{Edit, edit};
use crate::index::{Index, SourceLines};
use crate::lenses::declared_tests;
use crate::mending::Mending;
use crate::project::Placed;
use crate::projects::Projects;
use crate::text::part_of;

/// Lines of a selection that are looked at.
const MOST: u32 = 100;

/// The code actions for a part of a document; none if the editor asks for other kinds.
pub fn actions(
    projects: &Projects,
    documents: &Documents,
    params: &CodeActionParams,
    can: Abilities,
) -> Vec<Value> {
    if !is_asked(&params.context) {
        return Vec::new();
    }
    let uri = &params.text_document.uri;
    let Some((project, index, path)) = projects.of_document(uri) else { return Vec::new() };
    let mut actions = of_tests(index, documents, &path, params.range, uri);
    let Some(placed) = project.placed(documents, &path) else { return actions };
    actions.extend(differences(index, &path, &placed, params.range, uri));
    // An edit needs an object; older clients take commands alone.
    if let Some(source) = index.source(&path).filter(|_| can.action_literals) {
        actions.extend(edits(index, source, &path, &placed, params.range, can));
    }
    actions
}

/// Whether an editor asks for quick fixes. Editors ask for kinds by themselves when a file is saved, and apply what they get.
fn is_asked(context: &CodeActionContext) -> bool {
    let Some(only) = &context.only else { return true };
    let is_ours = only.iter().any(|kind| [CodeActionKind::EMPTY, CodeActionKind::QUICKFIX].contains(kind));
    is_ours && context.trigger_kind != Some(CodeActionTriggerKind::AUTOMATIC)
}

/// The lines of now in a range.
fn lines(range: Range) -> impl Iterator<Item = u32> {
    let last = range.end.line.max(range.start.line);
    range.start.line..=last.min(range.start.line.saturating_add(MOST))
}

/// A comparison for the first failing test of each group that suspects a line of the range.
fn differences(index: &Index, path: &Path, placed: &Placed, range: Range, uri: &Uri) -> Vec<Value> {
    let is_here = |line: u32| {
        range_of(placed, line).is_some_and(|place| lines(range).any(|line| line == place.start.line))
    };
    let mut tests: Vec<&str> = Vec::new();
    for mark in index.marks.iter().filter(|mark| mark.file == path && is_here(mark.line)) {
        tests.extend(mark.tests.first().map(String::as_str));
    }
    tests.dedup();
    tests.into_iter().map(|test| difference(test, uri)).collect()
}

/// A comparison for each failing test that a line of the range declares.
fn of_tests(index: &Index, documents: &Documents, path: &Path, range: Range, uri: &Uri) -> Vec<Value> {
    let Some((tests, shown)) = index.test_source(path).zip(documents.shown(path)) else { return Vec::new() };
    let spectrum = index.spectrum();
    let mut actions = Vec::new();
    for (at, rows) in declared_tests(spectrum, tests, &shown.text) {
        let is_failing = |row: &&TestId| spectrum.tests[row.index()].outcome == Outcome::Failed;
        if let Some(row) =
            rows.iter().find(is_failing).filter(|_| lines(range).any(|line| line as usize == at))
        {
            actions.push(difference(&names::test(&spectrum.tests[row.index()]), uri));
        }
    }
    actions
}

fn difference(test: &str, uri: &Uri) -> Value {
    let short = test.rsplit_once('.').map_or(test, |(package, _)| match test.rfind('#') {
        Some(hash) if package.len() > hash => test,
        _ => &test[package.len() + 1..],
    });
    let title = format!("Faultline: show how the nearest passing test differs from {short}");
    json!({ "title": title, "command": DIFF, "arguments": [{ "test": test, "uri": uri }] })
}

/// Mending mutants of the lines of a range that can be written in the source.
fn edits(
    index: &Index,
    source: &SourceLines,
    path: &Path,
    placed: &Placed,
    range: Range,
    can: Abilities,
) -> Vec<Value> {
    if path.extension().is_none_or(|ending| ending != "java") {
        return Vec::new();
    }
    let mut actions = Vec::new();
    for line in lines(range) {
        let Some(elements) = placed.placement.seen(line).and_then(|seen| source.lines.get(&(seen + 1)))
        else {
            continue;
        };
        let text = placed.shown.text.lines();
        let before = text[..line as usize].iter().rev().map(|line| line.trim()).find(|line| has_code(line));
        for mutant in index.mending(elements) {
            if let Some(edit) = edit(&text[line as usize], before, mutant) {
                actions.push(change(placed, line, &edit, mutant, can));
            }
        }
    }
    actions
}

fn has_code(line: &str) -> bool {
    !line.is_empty() && !["//", "/*", "*", "@"].iter().any(|start| line.starts_with(start))
}

/// An edit of the version of the document that it was made for, where the editor can tell versions.
fn change(placed: &Placed, line: u32, edit: &Edit, mutant: &Mending, can: Abilities) -> Value {
    let shown = &placed.shown;
    let range = part_of(line, &shown.text.lines()[line as usize], edit.bytes.clone());
    let edits = json!([{ "range": range, "newText": edit.new }]);
    let workspace_edit = if can.document_changes {
        let document = json!({ "uri": shown.uri, "version": shown.version });
        json!({ "documentChanges": [{ "textDocument": document, "edits": edits }] })
    } else {
        json!({ "changes": { shown.uri.as_str(): edits } })
    };
    let breaks = if mutant.breaks_nothing { "" } else { ", but breaks others" };
    let title =
        format!("Faultline: try this change (`{}` -> `{}` makes the test pass{breaks})", edit.old, edit.new);
    json!({ "title": title, "kind": "quickfix", "edit": workspace_edit })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_named_without_its_package() {
        let uri: Uri = "file:///x".parse().expect("a URI");
        for (test, short) in [
            ("org.x.FooTest#bar", "FooTest#bar"),
            ("FooTest#bar", "FooTest#bar"),
            ("a.T#m(1.5)", "a.T#m(1.5)"),
        ] {
            let action = difference(test, &uri);
            assert!(action["title"].as_str().expect("a title").ends_with(short), "{action}");
            assert_eq!(action["arguments"][0]["test"], test);
        }
    }
}
