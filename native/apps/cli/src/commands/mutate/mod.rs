//! `faultline mutate`: which changes of the code the tests notice.

mod json;
pub mod options;
mod ranked;
mod text;
mod watch;

use std::process::ExitCode;

use faultline_messages::failure::Failure;
use faultline_messages::tell::tell;
use faultline_mutation_runner::report::Ended;
use faultline_mutation_runner::run::mutate as run_mutants;

use crate::commands::record_first::record;
use crate::exit;
use faultline_terminal::terminal;

use self::options::MutateOptions;
use self::ranked::Ranked;
use self::watch::Watch;

/// Runs tests on mutants and prints what they say of lines. The exit code is 128+n when signal n ended it early.
/// Errors: there is no recording or no failing test, JVMs cannot be started as the recorded ones were.
pub fn mutate(options: &MutateOptions) -> Result<ExitCode, Failure> {
    if !options.command.is_empty() {
        record(&options.command, "change")?;
    }
    let mut watch = Watch::default();
    let report = run_mutants(&options.request(), &mut watch)?;
    watch.over();
    for note in &report.notes {
        tell(&format!("faultline: note: {note}"));
    }
    let ranked = Ranked::of(&report.plan, &report.facts)?;
    options.file.write(|| json::render(&report, &ranked, usize::MAX))?;
    let shown = |usual: usize| match options.top.unwrap_or(usual) {
        0 => usize::MAX,
        top => top,
    };
    let page = if options.json {
        json::render(&report, &ranked, shown(0))?
    } else {
        text::render(&report, &ranked, shown(text::usual(&ranked)), &options.page.terminal())
    };
    terminal::print(&page)?;
    Ok(match report.signal {
        Some(signal) if report.end == Ended::Stopped => exit::by_signal(signal),
        _ => ExitCode::SUCCESS,
    })
}
