//! `faultline.tests`: the tests that run a place, as `faultline tests`.

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
use crate::project::Project;
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
    let line = command_line(project, spectrum, &rows, format)?;
    let message = match &line {
        Some(line) => format!("to run these: {line}"),
        None => sentence(spectrum, argument, &rows),
    };
    client.show(&message);
    let named = |row: &TestId| {
        let test = &spectrum.tests[row.index()];
        json!({ "test": names::test(test), "outcome": test.outcome.name() })
    };
    let tests: Vec<Value> = rows.iter().map(named).collect();
    Ok(json!({ "message": message, "tests": tests, "commandLine": line }))
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
    match rows.len() {
        0 => format!("no test runs {place}"),
        some => format!(
            "{} run {place}, of which {} failed: {}{more}",
            counted(some, "test"),
            number(failing),
            named.join(", ")
        ),
    }
}

/// The command line of a tool that runs the tests; `None` if text is asked for, or there is no test.
fn command_line(
    project: &Project,
    spectrum: &Spectrum,
    rows: &[TestId],
    format: &str,
) -> Result<Option<String>, Problem> {
    let (_, base) = project.folder()?;
    let (tool, program) = match format {
        "text" => return Ok(None),
        "maven" => (Tool::Maven, None),
        "gradle" => (Tool::Gradle, None),
        "junit" => (Tool::Junit, None),
        "build" => match BuildTool::of(&base) {
            Some(tool @ BuildTool::Maven) => (Tool::Maven, Some(tool.program(&base))),
            Some(tool @ BuildTool::Gradle) => (Tool::Gradle, Some(tool.program(&base))),
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
    Ok(Some(words.map(|word| shell_word(&word)).collect::<Vec<_>>().join(" ")))
}
