//! `faultline suite`: what the tests can tell apart.

mod csv;
mod json;
mod measures;
pub mod options;
mod survey;
mod text;

use std::process::ExitCode;

use faultline_recordings::load;
use faultline_telling::failure::Failure;
use faultline_telling::progress::Progress;
use faultline_telling::tell::tell;

use crate::show::terminal::{self, Terminal};

use self::options::SuiteOptions;
use self::survey::{Limits, Survey};

/// Prints the measures of the suite, of its packages and classes, and the largest groups of
/// lines that no test tells apart. Errors: there is no recording, or nothing to measure in it.
pub fn suite(options: &SuiteOptions) -> Result<ExitCode, Failure> {
    let loaded = load::load_as(&options.inputs, options.reading.into())?;
    let progress = Progress::start("measuring");
    let survey = Survey::of(&loaded, Limits::of(options))?;
    drop(progress);
    for note in loaded.notes.iter().chain(&loaded.after) {
        tell(&format!("faultline: note: {note}"));
    }
    let out = if options.json {
        json::render(&survey)?
    } else if options.csv {
        csv::render(&survey)
    } else {
        text::render(&survey, &Terminal::of_stdout(options.color, options.width))
    };
    terminal::print(out.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
