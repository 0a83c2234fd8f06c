//! `faultline diff`: compares the lines that two tests run.

pub mod options;

use std::path::PathBuf;
use std::process::ExitCode;

use crate::given::schemas;
use crate::notes;
use faultline_html_report::diff::{Compared, json, text};
use faultline_html_report::lines::Lines;
use faultline_html_report::named::{named, others};
use faultline_html_report::parting::parting;
use faultline_messages::failure::Failure;
use faultline_recording_store::files::Files;
use faultline_recording_store::load;
use faultline_recording_store::sources::Sources;
use faultline_terminal::terminal;

use self::options::DiffOptions;

/// Prints the lines that only one of two tests runs.
/// Errors: a name is unknown or ambiguous; no passing test shares a line with the first.
pub fn diff(options: &DiffOptions) -> Result<ExitCode, Failure> {
    let (inputs, tests): (Vec<PathBuf>, Vec<PathBuf>) =
        options.arguments.iter().cloned().partition(|argument| argument.exists());
    let tests: Vec<String> = tests.iter().map(|test| test.to_string_lossy().into_owned()).collect();
    let (first, other) = match tests.as_slice() {
        [first] => (first, None),
        [first, other] => (first, Some(other)),
        [] => {
            return Err(Failure::misuse(
                "no test is given; `faultline rank` shows which ones failed".to_owned(),
            ));
        }
        [.., last] => {
            let words = format!("two tests are compared, not {}; {last:?} is no file or folder", tests.len());
            return Err(Failure::misuse(words));
        }
    };
    if other.is_some() && options.neighbours > 1 {
        return Err(Failure::misuse("--neighbours has no effect with a second test; leave one of them out"));
    }
    let file = options.file.ready(schemas::DIFF)?;
    let loaded = load::load_as(&inputs, options.reading.into())?;
    notes::tell_all(&loaded.notes);
    let spectrum = &loaded.spectrum;
    let test = named(spectrum, first)?;
    let other = other.map(|other| named(spectrum, other)).transpose()?;
    let others = others(spectrum, test, other, options.neighbours.into())?;
    let files = Files::of(&spectrum.classes);
    let lines = Lines::of(spectrum, &files);
    let partings = others.into_iter().map(|other| parting(spectrum, &lines, test, other)).collect();
    let shown = if options.lines == 0 { usize::MAX } else { options.lines };
    let compared = Compared { spectrum, files: &files, partings, lines: shown };
    let page = || {
        let mut sources = Sources::of_loaded(&options.source, &loaded);
        text(&compared, &mut sources, &options.page.terminal())
    };
    terminal::print(&file.answer(options.json, || json(&compared), page)?)?;
    Ok(ExitCode::SUCCESS)
}
