//! `faultline mutate`: runs tests on mutants to find faulty lines.

pub mod json;
pub mod options;
mod ranked;
mod text;
mod watch;

use std::process::ExitCode;

use faultline_fault_ranking::moved::{self, Evidence};
use faultline_fault_ranking::question::{Beside, Question};
use faultline_jvm_process::jvm::left_out::LeftOut;
use faultline_mbfl::Results;
use faultline_messages::failure::Failure;
use faultline_mutation_runner::plan::Plan;
use faultline_mutation_runner::report::{Ended, Report};
use faultline_mutation_runner::run::mutate as run_mutants;

use crate::commands::record_first::record;
use crate::exit;
use crate::given::{schemas, top};
use crate::notes;
use faultline_terminal::terminal;

use self::options::MutateOptions;
use self::ranked::Ranked;
use self::watch::Watch;

/// Runs tests on mutants and prints the resulting ranking of lines. The exit code is 128+n if signal n
/// stopped it early.
/// Errors: there is no recording or no failing test, JVMs cannot be started like the recorded ones, no failing
/// test can be run again, no mutant can be tried.
pub fn mutate(options: &MutateOptions) -> Result<ExitCode, Failure> {
    let file = options.file.ready(schemas::MUTATE)?;
    if !options.command.is_empty() {
        record(&options.command, "change")?;
    }
    let mut watch = Watch::default();
    let request = options.request();
    let mut plan = Plan::of(&request)?;
    if plan.may_leave_out() && Beside::of(&plan.loaded, &question(options)).has_more_than_mutants() {
        plan.try_all();
    }
    let report = run_mutants(&request, plan, &mut watch)?;
    watch.over();
    notes::tell_all(&report.notes);
    let ranked = Ranked::of(&report.plan, &report.facts)?;
    file.write(|| json::render(&report, &ranked, usize::MAX))?;
    let page = if options.json {
        json::render(&report, &ranked, top::shown(options.top, 0))?
    } else {
        let top = top::shown(options.top, text::usual(&ranked));
        let moved = moved(options, &report)?;
        text::render(&report, &ranked, &moved, top, &options.page.terminal())
    };
    terminal::print(&page)?;
    if let Some(LeftOut { name, why }) = report.none_ran_again() {
        return Err(Failure::failed(format!("no failing test can be run again: {name} {why}")));
    }
    if let Some(signal) = report.signal.filter(|_| report.end == Ended::Stopped) {
        return Ok(exit::by_signal(signal));
    }
    match report.nothing_tried() {
        Some(why) => Err(Failure::failed(format!("no mutant was tried: {why}"))),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// What the mutants moved among the suspects of `rank`. Errors: those of rankings.
fn moved(options: &MutateOptions, report: &Report) -> Result<Vec<String>, Failure> {
    let loaded = &report.plan.loaded;
    let mutants = Results::of([&report.facts.mutation(&report.plan)]).matched(&loaded.spectrum);
    moved::sentences(&question(options), loaded, Evidence::Mutants(mutants))
}

/// What `rank` would be asked.
fn question(options: &MutateOptions) -> Question<'_> {
    let reading = options.reading.into();
    Question { reading, ..Question::new(&options.inputs, &options.failing) }
}
