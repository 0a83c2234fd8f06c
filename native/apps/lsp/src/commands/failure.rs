//! `faultline.showFailure`: the first suspects of a failing test, and the way to the first.

use faultline_fault_ranking::why::percent;
use faultline_messages::names;
use faultline_sbfl::tests_named;
use serde_json::{Value, json};

use super::{Argument, SHOW_FAILURE, test_of};
use crate::client::{Client, Problem};
use crate::diagnostics::location;
use crate::documents::Documents;
use crate::marks::Mark;
use crate::project::Project;
use crate::projects::Projects;

/// Shows the suspects and opens the first. Errors: there is no recording; no test of this name fails.
pub fn show(
    argument: &Argument,
    client: &Client,
    projects: &Projects,
    documents: &Documents,
) -> Result<Value, Problem> {
    let name = test_of(SHOW_FAILURE, argument)?;
    let (project, index) = projects.meant_with_index(argument.uri.as_ref())?;
    let spectrum = index.spectrum();
    let rows = tests_named(spectrum, &name).map_err(|error| Problem::misuse(error.to_string()))?;
    let named: Vec<String> = rows.iter().map(|row| names::test(&spectrum.tests[row.index()])).collect();
    let marks: Vec<&Mark> =
        index.marks.iter().filter(|mark| mark.tests.iter().any(|test| named.contains(test))).collect();
    let Some(first) = marks.first() else {
        let why = index.ranking.as_ref().err().cloned();
        return Err(Problem::failed(why.unwrap_or_else(|| {
            format!("{name} did not fail, or ran no recorded code whose source is found")
        })));
    };
    let place = location(project, documents, &first.file, first.line);
    if let Some((uri, range)) = place.filter(|_| client.can.show_document) {
        client.ask("window/showDocument", json!({ "uri": uri, "takeFocus": true, "selection": range }));
    }
    let message = sentence(&name, &marks);
    client.show(&message);
    let suspects: Vec<Value> = marks.iter().map(|mark| suspect(project, documents, mark)).collect();
    Ok(json!({ "message": message, "suspects": suspects }))
}

/// "`FooTest#bar`: the most likely cause is Foo.first(int), line 12 (54 %: few others run it); then Foo.second(int), line 20 (20 %: ...)".
fn sentence(test: &str, marks: &[&Mark]) -> String {
    let suspects: Vec<String> = marks
        .iter()
        .map(|mark| {
            let chance = mark.chance.map(percent);
            let known: Vec<&str> = chance.as_deref().into_iter().chain(mark.why).collect();
            let known = if known.is_empty() { String::new() } else { format!(" ({})", known.join(": ")) };
            format!("{}, line {}{known}", mark.method, mark.line)
        })
        .collect();
    format!("{test}: the most likely cause is {}", suspects.join("; then "))
}

/// A suspect; its file and range only where its line has a certain place.
fn suspect(project: &Project, documents: &Documents, mark: &Mark) -> Value {
    let location = location(project, documents, &mark.file, mark.line);
    json!({
        "method": mark.method,
        "recordedLine": mark.line,
        "chance": mark.chance,
        "why": mark.why,
        "message": mark.message,
        "location": location.map(|(uri, range)| json!({ "uri": uri, "range": range })),
    })
}
