//! `faultline diff`: what a test runs that another does not.

pub mod options;

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
    let loaded = load::load_as(&options.inputs, options.reading.into())?;
    for note in &loaded.notes {
        tell(&format!("faultline: note: {note}"));
    }
    let spectrum = &loaded.spectrum;
    let test = named(spectrum, &options.test)?;
    let others: Vec<TestId> = match &options.other {
        Some(other) => vec![named(spectrum, other)?],
        None => {
            nearest(spectrum, test, options.neighbours.into()).into_iter().map(|(test, _)| test).collect()
        }
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
