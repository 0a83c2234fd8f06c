//! `faultline budget`: seconds per class, by where defects are likely.

mod csv;
mod heard;
mod json;
mod options;
mod picture;
mod plan;
pub mod run;
pub mod shard;
mod text;

use std::fs;
use std::process::ExitCode;

use crate::failure::Failure;
use crate::progress::Progress;
use crate::terminal::{self, Terminal};

pub use self::options::BudgetOptions;
use self::plan::Plan;

/// Prints what each class gets, and draws it where asked. Errors: there is no history, no class,
/// too little time, or the picture cannot be written; those of a run.
pub fn budget(options: &BudgetOptions) -> Result<ExitCode, Failure> {
    if options.run.is_asked() {
        return run::run(options);
    }
    let progress = Progress::start("reading the history");
    let plan = Plan::of(options, Ok)?;
    drop(progress);
    draw(&plan, options)?;
    let out = if options.json {
        json::render(&plan, options)?
    } else if options.csv {
        csv::render(&plan, options)
    } else {
        text::render(&plan, options, &Terminal::of_stdout(options.color, options.width))
    };
    terminal::print(out.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Draws the picture, where one is asked for. Errors: it cannot be written.
fn draw(plan: &Plan, options: &BudgetOptions) -> Result<(), Failure> {
    let Some(path) = &options.svg else { return Ok(()) };
    fs::write(path, picture::render(plan))
        .map_err(|error| Failure::failed(format!("{} cannot be written: {error}", path.display())))
}
