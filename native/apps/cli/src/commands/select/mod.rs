//! `faultline select`: selects tests to inspect or to keep.

pub mod interactive;
pub mod json;
pub mod options;
mod overloads;
mod placed;
mod text;

use std::process::ExitCode;

use faultline_messages::failure::Failure;
use faultline_messages::progress::Progress;
use faultline_test_selection::pool;
use faultline_test_selection::question::Question;

use crate::given::schemas;
use crate::notes;
use faultline_terminal::terminal;

use self::options::{CHOICES_SHOWN, SelectOptions};

/// Prints the tests that a metric chooses, step by step.
/// Errors: there is no recording, no candidate, or no failing test although the metric needs one; a name is
/// unknown.
pub fn select(options: &SelectOptions) -> Result<ExitCode, Failure> {
    if options.talk.interactive {
        return interactive::interactive(options);
    }
    let file = options.file.ready(schemas::SELECT)?;
    let question = Question::of(options.request())?;
    let (loaded, pool) = pool::load(&options.asked())?;
    let progress = Progress::start("choosing tests");
    let mut report = question.answer(&loaded, pool)?;
    drop(progress);
    notes::tell_all(&report.notes);
    file.write(|| json::render(&report))?;
    if options.json {
        terminal::print(&json::render(&report)?)?;
    } else {
        report.shorten(CHOICES_SHOWN);
        let terminal = options.page.terminal();
        terminal::print(&text::render(&report, &terminal))?;
    }
    Ok(ExitCode::SUCCESS)
}
