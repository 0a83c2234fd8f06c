//! `faultline tests`: lists the tests that run a place, or the lines of a change.

pub mod json;
pub mod options;
mod text;

use std::path::PathBuf;
use std::process::ExitCode;

use faultline_covering_tests::{Change, Covering, change, covering, not_run, part};
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;
use faultline_recording_store::files::Files;
use faultline_recording_store::load::{self, Loaded};
use faultline_recording_store::sources::Sources;
use faultline_spectrum::{ElementId, TestName};
use faultline_terminal::terminal;

use self::options::TestsOptions;
use crate::given::{filter, schemas, source};
use crate::notes;

/// What was asked for, and the tests that run it.
pub struct Found<'a> {
    loaded: &'a Loaded,
    files: Files,
    /// The places as they were written.
    places: Vec<String>,
    change: Option<Change>,
    /// All columns of the spectrum, ascending.
    elements: Vec<ElementId>,
    /// Those of them that no test runs.
    not_run: Vec<ElementId>,
    tests: Vec<Covering>,
}

/// Prints the tests. The exit code is 0, whether or not there are any. Errors: a place is unknown or ambiguous; with `--diff`
/// those of [`change`].
pub fn tests(options: &TestsOptions) -> Result<ExitCode, Failure> {
    let is_recording = |argument: &PathBuf| {
        argument.is_dir() || argument.extension().is_some_and(|extension| extension == "flt")
    };
    let (inputs, places): (Vec<PathBuf>, Vec<PathBuf>) =
        options.arguments.iter().cloned().partition(is_recording);
    if places.is_empty() && options.diff.is_none() {
        return Err(Failure::misuse(
            "no place is given; write one as Foo.java:120, Foo.bar or org.x.Foo".to_owned(),
        ));
    }
    let file = options.file.ready(schemas::TESTS)?;
    source::check(&options.source)?;
    let loaded = load::load_as(&inputs, options.reading.into())?;
    notes::tell_all(&loaded.notes);
    let places: Vec<String> = places.iter().map(|place| place.to_string_lossy().into_owned()).collect();
    let found = found(options, &loaded, places)?;
    for file in found.change.iter().flat_map(|change| &change.files).filter(|file| file.is_off) {
        let path = printable(&file.path);
        terminal::tell_below_output(&format!(
            "faultline: {path} has changed before and after the run, so its lines may be off"
        ));
    }
    let text = || -> Result<String, Failure> {
        let Some(tool) = options.format.tool() else {
            let top = if options.top == 0 { usize::MAX } else { options.top };
            return Ok(text::render(&found, top, &options.page.terminal()));
        };
        let spectrum = &found.loaded.spectrum;
        filter::line(found.tests.iter().map(|of| TestName::from(&spectrum.tests[of.test.index()])), tool)
    };
    let text = if options.json { String::new() } else { text()? };
    terminal::print(&file.answer(options.json, || json::render(&found), || text)?)?;
    Ok(ExitCode::SUCCESS)
}

fn found<'a>(options: &TestsOptions, loaded: &'a Loaded, places: Vec<String>) -> Result<Found<'a>, Failure> {
    let spectrum = &loaded.spectrum;
    let mut elements = Vec::new();
    for place in &places {
        elements.extend(part(spectrum, place)?);
    }
    let change = match &options.diff {
        Some(revision) => {
            let mut sources = Sources::of_loaded(&options.source, loaded);
            Some(change(loaded, &mut sources, revision)?)
        }
        None => None,
    };
    elements.extend(
        change.iter().flat_map(|change| &change.files).flat_map(|file| file.elements.iter().copied()),
    );
    elements.sort_unstable();
    elements.dedup();
    let tests = covering(spectrum, &elements);
    let not_run = not_run(spectrum, &elements, &tests);
    Ok(Found { loaded, files: Files::of(&spectrum.classes), places, change, elements, not_run, tests })
}
