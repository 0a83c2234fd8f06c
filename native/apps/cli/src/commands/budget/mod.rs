//! `faultline budget`: divides a time budget among classes by defect probability, and generates tests within
//! it.

mod csv;
pub mod json;
pub mod options;
mod picture;
mod run_options;
pub mod run_text;
mod text;

use std::process::ExitCode;

use faultline_messages::failure::Failure;
use faultline_messages::progress::Progress;
use faultline_test_generation::budget::plan::Plan;
use faultline_test_generation::budget::run::run;
use faultline_training::out::Picture;

use crate::exit;
use crate::given::schemas;
use faultline_terminal::json::pretty;
use faultline_terminal::terminal;

use self::options::BudgetOptions;

/// Prints the budget of each class and draws it if requested. Errors: there is no history, no class, too
/// little time, or the picture cannot be written; those of a run.
pub fn budget(options: &BudgetOptions) -> Result<ExitCode, Failure> {
    if options.run.is_asked() {
        return run_plan(options);
    }
    let file = options.file.ready(schemas::BUDGET)?;
    picture(options).map_or(Ok(()), |picture| picture.check())?;
    let progress = Progress::start("reading the history");
    let plan = Plan::of(&options.request(), Ok)?;
    drop(progress);
    draw(&plan, options)?;
    file.write(|| json::render(&plan, options.past.compat, usize::MAX))?;
    let out = if options.json {
        json::render(&plan, options.past.compat, options.shown(0))?
    } else if options.csv {
        csv::render(&plan, options)
    } else {
        text::render(&plan, options, &options.page.terminal())
    };
    terminal::print(&out)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs a plan, or resumes it. The exit code is 1 if no test was written and an error occurred, 128+n if
/// signal n stopped it early.
/// Errors: there is no plan, a tool or the class path is missing, the folder holds another run.
fn run_plan(options: &BudgetOptions) -> Result<ExitCode, Failure> {
    let file = options.file.ready(schemas::BUDGET_RUN)?;
    picture(options).map_or(Ok(()), |picture| picture.check())?;
    let (results, stopped) = run(&options.request(), |plan| draw(plan, options))?;
    let top = options.shown(if options.json || options.csv { 0 } else { run_text::USUAL });
    file.write(|| pretty(&results, "the results"))?;
    let page = if options.json {
        pretty(&results, "the results")?
    } else if options.csv {
        run_text::csv(&results, top)
    } else {
        run_text::render(&results, top, &options.page.terminal())
    };
    terminal::print(&page)?;
    Ok(match stopped {
        Some(signal) if results.waiting() > 0 => exit::by_signal(signal),
        _ if results.is_in_vain() => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    })
}

/// Draws the picture if requested. Errors: it cannot be written.
fn draw(plan: &Plan, options: &BudgetOptions) -> Result<(), Failure> {
    picture(options).map_or(Ok(()), |picture| picture.write(&picture::render(plan)))
}

/// The requested picture.
fn picture(options: &BudgetOptions) -> Option<Picture<'_>> {
    options.svg.as_deref().map(|path| Picture { path, option: "--svg", shows: "budget" })
}
