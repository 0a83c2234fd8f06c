//! `faultline.tests`: the tests that run a place, as `faultline tests`.

use std::collections::BTreeSet;
use std::path::Path;

use faultline_covering_tests::{covering, part};
use faultline_jvm_process::tools::build::BuildTool;
use faultline_messages::names;
use faultline_messages::words::{counted, number, shell_word};
use faultline_sbfl::tests_named;
use faultline_spectrum::{Outcome, Spectrum, TestId, TestName};
use faultline_test_filters::{Tool, arguments};
use serde_json::{Value, json};

use super::{Argument, TESTS};
use crate::client::{Client, Problem};
use crate::projects::Projects;

/// Tests that a message names.
const NAMED: usize = 5;

/// Names the tests, or gives the command line that runs them. Errors: there is no recording; the place, a test or the format is
/// unknown; the build tool cannot select a test.
pub fn tests(argument: &Argument, client: &Client, projects: &Projects) -> Result<Value, Problem> {
    let (project, index) = projects.meant_with_index(argument.uri.as_ref())?;
    let spectrum = index.spectrum();
    let rows = rows(spectrum, argument)?;
    let format = argument.format.as_deref().unwrap_or("text");
    let (_, folder) = project.place()?;
    let line = command_line(&folder, spectrum, &rows, format)?;
    let message = match &line {
        Some(line) => line.message(),
        None => sentence(spectrum, argument, &rows),
    };
    client.show(&message);
    let named = |row: &TestId| {
        let test = &spectrum.tests[row.index()];
        json!({ "test": names::test(test), "outcome": test.outcome.name() })
    };
    let tests: Vec<Value> = rows.iter().map(named).collect();
    let (line, notes) = line.map(|line| (line.words, line.notes)).unzip();
    Ok(json!({
        "message": message,
        "tests": tests,
        "commandLine": line,
        "notes": notes.unwrap_or_default(),
        "folder": folder,
    }))
}

/// A command line that runs tests.
struct CommandLine {
    words: String,
    /// What runs besides the tests, a sentence each.
    notes: BTreeSet<String>,
}

impl CommandLine {
    fn message(&self) -> String {
        let notes: Vec<&str> = self.notes.iter().map(String::as_str).collect();
        let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) };
        format!("to run these: {}{notes}", self.words)
    }
}

fn rows(spectrum: &Spectrum, argument: &Argument) -> Result<Vec<TestId>, Problem> {
    if let Some(place) = &argument.place {
        let elements = part(spectrum, place)?;
        return Ok(covering(spectrum, &elements).into_iter().map(|of| of.test).collect());
    }
    if argument.tests.is_empty() {
        return Err(Problem::misuse(format!("{TESTS} needs a place, as {{\"place\": \"Foo.bar\"}}")));
    }
    let mut rows = Vec::new();
    for name in &argument.tests {
        rows.extend(tests_named(spectrum, name).map_err(|error| Problem::misuse(error.to_string()))?);
    }
    rows.sort_unstable();
    rows.dedup();
    Ok(rows)
}

fn sentence(spectrum: &Spectrum, argument: &Argument, rows: &[TestId]) -> String {
    let place = argument.place.as_deref().unwrap_or("this");
    let failing = rows.iter().filter(|row| spectrum.tests[row.index()].outcome == Outcome::Failed).count();
    let named: Vec<String> =
        rows.iter().take(NAMED).map(|row| names::simple_test(&spectrum.tests[row.index()])).collect();
    let more = rows.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {} more", number(more)) } else { String::new() };
    let named = named.join(", ") + &more;
    let failed = match (rows.len(), failing) {
        (0, _) => return format!("no test runs {place}"),
        (1, 0) => return format!("1 test runs {place}: {named}"),
        (1, _) => return format!("1 test runs {place}; it failed: {named}"),
        (_, 0) => "none failed".to_owned(),
        (_, some) => format!("{} failed", number(some)),
    };
    format!("{} run {place}; {failed}: {named}", counted(rows.len(), "test"))
}

/// The command line of a tool that runs the tests in a folder; `None` if text is asked for, or there is no test.
fn command_line(
    folder: &Path,
    spectrum: &Spectrum,
    rows: &[TestId],
    format: &str,
) -> Result<Option<CommandLine>, Problem> {
    let (tool, program) = match format {
        "text" => return Ok(None),
        "maven" => (Tool::Maven, None),
        "gradle" => (Tool::Gradle, None),
        "junit" => (Tool::Junit, None),
        "build" => match BuildTool::of(folder) {
            Some(tool @ BuildTool::Maven) => (Tool::Maven, Some(tool.program(folder))),
            Some(tool @ BuildTool::Gradle) => (Tool::Gradle, Some(tool.program(folder))),
            None => (Tool::Junit, None),
        },
        other => {
            return Err(Problem::misuse(format!(
                "there is no format {other:?}; there are text, maven, gradle, junit and build"
            )));
        }
    };
    let tests = rows.iter().map(|row| TestName::from(&spectrum.tests[row.index()]));
    let arguments = arguments(tests, tool).map_err(Problem::failed)?;
    if arguments.words.is_empty() {
        return Ok(None);
    }
    let program = program.map(|program| [program, "test".to_owned()]);
    let words = program.into_iter().flatten().chain(arguments.words);
    let words = words.map(|word| shell_word(&word)).collect::<Vec<_>>().join(" ");
    Ok(Some(CommandLine { words, notes: arguments.notes }))
}
