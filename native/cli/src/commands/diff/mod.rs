//! `faultline diff`: what a test runs that another does not.

pub mod options;

use std::path::PathBuf;
use std::process::ExitCode;

use faultline_recordings::files::Files;
use faultline_recordings::load;
use faultline_recordings::sources::Sources;
use faultline_report::diff::{Compared, json, text};
use faultline_report::lines::Lines;
use faultline_report::parting::{nearest, parting};
use faultline_scoring::tests_named;
use faultline_show::terminal;
use faultline_spectrum::{Outcome, Spectrum, TestId};
use faultline_telling::failure::Failure;
use faultline_telling::names;
use faultline_telling::tell::tell;

use self::options::DiffOptions;

/// Prints the lines that only one of two tests runs.
/// Errors: a name is unknown or means several tests; no passing test shares a line with the first.
pub fn diff(options: &DiffOptions) -> Result<ExitCode, Failure> {
    let (inputs, tests): (Vec<PathBuf>, Vec<PathBuf>) =
        options.arguments.iter().cloned().partition(|argument| argument.exists());
    let tests: Vec<String> = tests.iter().map(|test| test.to_string_lossy().into_owned()).collect();
    let (first, other) = match tests.as_slice() {
        [first] => (first, None),
        [first, other] => (first, Some(other)),
        [] => return Err(Failure::misuse("which test? `faultline rank` shows what failed".to_owned())),
        [.., last] => {
            let words = format!("two tests are compared, not {}; {last:?} is no file or folder", tests.len());
            return Err(Failure::misuse(words));
        }
    };
    let loaded = load::load_as(&inputs, options.reading.into())?;
    for note in &loaded.notes {
        tell(&format!("faultline: note: {note}"));
    }
    let spectrum = &loaded.spectrum;
    let test = named(spectrum, first)?;
    let near = |most| nearest(spectrum, test, most).into_iter().map(|(test, _)| test).collect();
    let others: Vec<TestId> = match other {
        Some(other) => vec![named(spectrum, other)?],
        None => near(options.neighbours.into()),
    };
    if others.is_empty() {
        return Err(Failure::failed(format!(
            "no passing test runs any line that {} runs; name the test to compare it with",
            names::test(&spectrum.tests[test.index()])
        )));
    }
    let files = Files::of(&spectrum.classes);
    let lines = Lines::of(spectrum, &files);
    let partings = others.into_iter().map(|other| parting(spectrum, &lines, test, other)).collect();
    let shown = if options.lines == 0 { usize::MAX } else { options.lines };
    let compared = Compared { spectrum, files: &files, partings, lines: shown };
    options.file.write(|| json(&compared))?;
    if options.json {
        terminal::print(json(&compared)?.as_bytes())?;
    } else {
        let mut sources = Sources::new(&options.source, &loaded.base, loaded.recorded);
        terminal::print(text(&compared, &mut sources, &options.page.terminal()).as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The one row that a name means; of several executions the first that failed.
/// Errors: there is none; it means different tests.
fn named(spectrum: &Spectrum, name: &str) -> Result<TestId, Failure> {
    let rows = tests_named(spectrum, name).map_err(|error| Failure::failed(error.to_string()))?;
    let id = |row: &TestId| &spectrum.tests[row.index()].unique_id;
    if let Some(other) = rows.iter().find(|row| id(row) != id(&rows[0])) {
        let called = |row: TestId| names::test(&spectrum.tests[row.index()]);
        return Err(Failure::misuse(format!(
            "{name:?} means several tests, as {} and {}; name one",
            called(rows[0]),
            called(*other)
        )));
    }
    let failed = rows.iter().find(|row| spectrum.tests[row.index()].outcome == Outcome::Failed);
    Ok(*failed.unwrap_or(&rows[0]))
}
