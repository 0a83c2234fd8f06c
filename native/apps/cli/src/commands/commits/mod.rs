//! `faultline commits`: finds the commit that introduced a fault.

pub mod options;
mod repository;

use std::process::ExitCode;

use faultline_bug_inducing_commits::bisect::{Plan, bisect};
use faultline_bug_inducing_commits::culprits::{Failures, Question, culprits};
use faultline_bug_inducing_commits::{bisect, json, text};
use faultline_fault_ranking::question as suspects;
use faultline_messages::failure::Failure;
use faultline_messages::progress::Progress;
use faultline_messages::words::printable;
use faultline_recording_store::load;
use faultline_sbfl::Level;
use faultline_terminal::terminal;

use self::options::CommitsOptions;
use crate::exit;
use crate::given::{schemas, top};
use crate::notes;

/// Default number of commits shown.
const TOP: usize = 10;

/// Prints the commits that suspicious lines accuse; with a command, bisects to the first bad one.
/// Errors: there is no failing test, or no history; the command cannot be run.
pub fn commits(options: &CommitsOptions) -> Result<ExitCode, Failure> {
    // Validate the command before reading anything.
    let command = options.bisect.then(|| bisect::Command::of(options.command.clone())).transpose()?;
    let file = options.file.ready(schemas::COMMITS)?;
    let question = suspects::Question { level: Level::Line, ..options.asked.question(options.reading)? };
    let loaded = load::load_as(&options.asked.inputs, options.reading.into())?;
    let failures = question.rankings(&loaded)?.into_iter();
    let failures: Vec<_> = failures.map(|(tests, ranking)| Failures { tests, ranking }).collect();
    // A command that builds the project runs where the project is.
    let of_sources = if options.repo.is_some() || options.bisect {
        None
    } else {
        repository::of_sources(&loaded, &failures)
    };
    if let Some(folder) = &of_sources {
        notes::tell_all([format!(
            "the suspicious code is in the repository {}; --repo names another",
            printable(&folder.display().to_string())
        )]);
    }
    let repository = options.repo.as_deref().or(of_sources.as_deref()).unwrap_or(&loaded.base);
    let progress = Progress::start("reading the history");
    let asked = Question::new(repository, options.rev.as_deref());
    let found =
        culprits(&loaded.spectrum, &failures, &asked).map_err(|error| Failure::failed(error.to_string()))?;
    drop(progress);
    notes::tell_all(loaded.notes.iter().chain(&found.notes));
    let top = top::shown(options.top, TOP);
    let terminal = options.page.terminal();
    let mut bisected = None;
    if let Some(command) = command {
        let folder = repository.to_owned();
        let (good, tests_as_committed) = (options.good.clone(), options.tests_as_committed);
        bisected = Some(bisect(&found, 0, &Plan { folder, command, good, tests_as_committed })?);
    }
    file.write(|| json::render(&found, usize::MAX, bisected.as_ref()))?;
    let out = match &bisected {
        _ if options.json => json::render(&found, top, bisected.as_ref())?,
        Some(bisected) => text::render(&found, top, &terminal) + "\n" + &bisect::words(&found, 0, bisected),
        None => text::render(&found, top, &terminal),
    };
    terminal::print(&out)?;
    Ok(match bisected {
        Some(of) => of.signal.map_or(ExitCode::from(of.code()), exit::by_signal),
        None => ExitCode::SUCCESS,
    })
}
