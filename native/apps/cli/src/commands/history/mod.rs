//! `faultline history`: predicts defects from the version history.

mod csv;
mod explain;
pub mod json;
pub mod options;
mod scored;
mod text;

use std::process::ExitCode;

use faultline_messages::failure::Failure;
use faultline_messages::progress::Progress;

use crate::given::schemas;
use faultline_terminal::terminal;

use self::options::HistoryOptions;
use self::scored::Scored;

/// Prints the files, classes or methods of a repository by defect score, or explains the score of one.
/// Errors: there is no history, or it has nothing with this name.
pub fn history(options: &HistoryOptions) -> Result<ExitCode, Failure> {
    let file = options.file.ready(schemas::HISTORY)?;
    let progress = Progress::start("reading the history");
    let scored = Scored::of(&options.past, options.level)?;
    drop(progress);
    file.write(|| json::render(&scored, options, None))?;
    let out = if options.json {
        json::render(&scored, options, options.top)?
    } else if options.csv {
        csv::render(&scored, options)
    } else {
        let terminal = options.page.terminal();
        match &options.explain {
            Some(name) => explain::render(&scored, scored.find(name)?, &terminal),
            None => text::render(&scored, options, &terminal),
        }
    };
    terminal::print(&out)?;
    Ok(ExitCode::SUCCESS)
}
