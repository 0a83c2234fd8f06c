//! What tests did with a line, beside the pointer.

use faultline_escape::markdown::{code, prose};
use faultline_messages::names;
use faultline_messages::words::{counted, number};
use faultline_spectrum::{ElementId, Outcome};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position, Uri};

use crate::documents::Documents;
use crate::index::{Index, Runs};
use crate::projects::Projects;
use crate::text::code_of;

/// Tests that are named.
const TESTS: usize = 5;
/// Mutants that are named.
const MUTANTS: usize = 2;

/// The hover at a position; `None` where no recorded line is.
pub fn hover(projects: &Projects, documents: &Documents, uri: &Uri, position: Position) -> Option<Hover> {
    let (project, index, path) = projects.of_document(uri)?;
    let source = index.source(&path)?;
    let placed = project.placed(documents, &path)?;
    let seen = placed.placement.seen(position.line)?;
    let elements = source.lines.get(&(seen + 1))?;
    let text = placed.shown.text.lines().get(position.line as usize)?;
    let value = markdown(index, elements, placed.placement.is_edited());
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value }),
        range: Some(code_of(position.line, text)),
    })
}

/// At most 12 lines: counts, tests, mutants.
fn markdown(index: &Index, elements: &[ElementId], is_edited: bool) -> String {
    let runs = index.runs(elements);
    let mut lines = vec![counts(index, &runs)];
    for test in runs.tests.iter().take(TESTS) {
        let test = &index.spectrum().tests[test.index()];
        lines.push(format!("- {} {}", code(&names::simple_test(test)), test.outcome.name()));
    }
    if runs.tests.len() > TESTS {
        lines.push(format!("- {} more", number(runs.tests.len() - TESTS)));
    }
    let mending = index.mending(elements);
    if !mending.is_empty() {
        lines.push(String::new());
    }
    lines.extend(
        mending.iter().take(MUTANTS).map(|mutant| format!("Mutant {}  ", mutant_words(&mutant.says))),
    );
    if is_edited {
        lines.extend([String::new(), "_The file was edited after the run._".to_owned()]);
    }
    lines.join("\n")
}

/// Words with the code in backticks as it is, and all else escaped.
fn mutant_words(says: &str) -> String {
    let parts = says.split('`').enumerate();
    parts.map(|(at, part)| if at % 2 == 1 { code(part) } else { inner(part) }).collect()
}

/// Escapes text without losing the space around.
fn inner(text: &str) -> String {
    let (start, end) = (text.len() - text.trim_start().len(), text.trim_end().len());
    if start >= end {
        return text.to_owned();
    }
    format!("{}{}{}", &text[..start], prose(&text[start..end]), &text[end..])
}

/// "**Run by 1 of 2 failing tests and 13 of 60 passing ones**".
fn counts(index: &Index, runs: &Runs) -> String {
    let spectrum = index.spectrum();
    let all = |outcome| spectrum.tests_with(outcome).count();
    let (failing, passing) = (all(Outcome::Failed), all(Outcome::Passed));
    if runs.tests.is_empty() {
        return "**No test runs this line**".to_owned();
    }
    let of_passing = format!("{} of {}", number(runs.ep), counted(passing, "passing test"));
    if failing == 0 {
        return format!("**Run by {of_passing}**");
    }
    let of_failing = format!("{} of {}", number(runs.ef), counted(failing, "failing test"));
    format!("**Run by {of_failing}** (`ef`) **and {of_passing}** (`ep`)")
}
