//! `faultline.diff`: compares a test with its nearest passing one, as `faultline diff`.

use faultline_html_report::diff::{Compared, text};
use faultline_html_report::lines::Lines;
use faultline_html_report::named::{named, others};
use faultline_html_report::parting::parting;
use faultline_messages::names;
use faultline_messages::words::counted;
use faultline_recording_store::files::Files;
use faultline_recording_store::sources::Sources;
use faultline_terminal::terminal::Terminal;
use serde_json::{Value, json};

use super::{Argument, DIFF, test_of};
use crate::client::{Client, Problem};
use crate::projects::Projects;

/// Width of the text. Units: columns.
const WIDTH: usize = 120;
/// Lines that are shown.
const LINES: usize = 400;

/// What the program says where lines are left out; an editor has no such option.
const OPTION: &str = "; --lines 0 shows all";

/// Gives the comparison as text, and writes it into the log of editors that show no values. Errors: there is no recording, no
/// such test, or no passing test near it.
pub fn diff(argument: &Argument, client: &Client, projects: &Projects) -> Result<Value, Problem> {
    let test = test_of(DIFF, argument)?;
    let (_, index) = projects.meant_with_index(argument.uri.as_ref())?;
    let spectrum = index.spectrum();
    let test = named(spectrum, &test)?;
    let wanted = argument.other.as_deref().map(|other| named(spectrum, other)).transpose()?;
    let other = others(spectrum, test, wanted, 1)?[0];
    let files = Files::of(&spectrum.classes);
    let parting = parting(spectrum, &Lines::of(spectrum, &files), test, other);
    let called = |test: faultline_spectrum::TestId| names::simple_test(&spectrum.tests[test.index()]);
    let (first, second) = (called(test), called(other));
    let summary = if parting.places.is_empty() {
        format!("{first} and {second} run exactly the same lines")
    } else {
        let (of_first, of_second) = (counted(parting.only_test, "line"), counted(parting.only_other, "line"));
        let which = if wanted.is_none() { ", which is its nearest passing test" } else { "" };
        format!("{of_first} only {first} runs, and {of_second} only {second}{which}")
    };
    let [of_test, of_other] = [test, other].map(|test| names::test(&spectrum.tests[test.index()]));
    let compared = Compared { spectrum, files: &files, partings: vec![parting], lines: LINES };
    let text = text(&compared, &mut Sources::of_loaded(&[], &index.loaded), &Terminal::plain(WIDTH));
    let text = without_option(&text);
    client.show(&format!("{summary}; the log has the lines"));
    client.log(&format!("{summary}\n{text}"));
    Ok(json!({ "summary": summary, "text": text, "test": of_test, "other": of_other }))
}

/// The text without the option of the program that shows all lines.
fn without_option(text: &str) -> String {
    let shown = |line: &str| {
        let is_end = line.starts_with('…');
        line.strip_suffix(OPTION).filter(|_| is_end).unwrap_or(line).to_owned()
    };
    text.split('\n').map(shown).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_of_the_program_is_left_out_only_where_the_program_names_it() {
        let text = "… 1 line more; --lines 0 shows all\n+ x; --lines 0 shows all\n";
        assert_eq!(without_option(text), "… 1 line more\n+ x; --lines 0 shows all\n");
    }
}
