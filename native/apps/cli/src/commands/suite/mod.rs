//! `faultline suite`: measures how well the tests tell code apart.

mod csv;
pub mod json;
mod limits;
pub mod options;
mod text;

use std::process::ExitCode;

use faultline_messages::failure::Failure;
use faultline_messages::progress::Progress;
use faultline_quality_gate::Survey;
use faultline_recording_store::load;

use crate::given::schemas;
use crate::notes;
use faultline_terminal::terminal;

use self::limits::{GROUPS_IN_JSON, Limits};
use self::options::SuiteOptions;

/// Prints the measures of the suite, of its packages and classes, and the largest groups of lines that no
/// test tells apart. Errors: there is no recording, or nothing to measure in it.
pub fn suite(options: &SuiteOptions) -> Result<ExitCode, Failure> {
    let file = options.file.ready(schemas::SUITE)?;
    let loaded = load::load_as(&options.inputs, options.reading.into())?;
    let progress = Progress::start("measuring");
    let limits = Limits::of(options);
    let in_file = if file.is_wanted() { GROUPS_IN_JSON } else { 0 };
    let mut survey = Survey::of(&loaded, limits.groups.max(in_file))?;
    drop(progress);
    notes::tell_all(loaded.notes.iter().chain(&loaded.after));
    file.write(|| json::render(&survey, GROUPS_IN_JSON))?;
    survey.groups.truncate(limits.groups);
    let out = if options.json {
        json::render(&survey, limits.groups)?
    } else if options.csv {
        csv::render(&survey)
    } else {
        text::render(&survey, limits.parts, &options.page.terminal())
    };
    terminal::print(&out)?;
    Ok(ExitCode::SUCCESS)
}
