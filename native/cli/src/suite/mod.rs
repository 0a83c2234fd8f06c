//! `faultline suite`: what the tests can tell apart.

mod csv;
mod groups;
mod json;
mod measures;
mod options;
mod split;
mod survey;
mod text;

use std::process::ExitCode;

use crate::failure::Failure;
use crate::load;
use crate::progress::Progress;
use crate::terminal::{self, Terminal};

pub use self::options::SuiteOptions;
use self::survey::{Limits, Survey};

/// Prints the measures of the suite, of its packages and classes, and the largest groups of
/// lines that no test tells apart. Errors: there is no recording, or nothing to measure in it.
pub fn suite(options: &SuiteOptions) -> Result<ExitCode, Failure> {
    let loaded = load::load_as(&options.inputs, options.reading)?;
    let progress = Progress::start("measuring");
    let survey = Survey::of(&loaded, Limits::of(options))?;
    drop(progress);
    for note in loaded.notes.iter().chain(&loaded.after) {
        terminal::tell(&format!("faultline: note: {note}"));
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
