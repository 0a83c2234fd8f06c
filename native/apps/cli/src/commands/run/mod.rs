//! `faultline run`: attaches the agent to a build, runs it, and summarises the recording.

pub mod options;

use std::path::Path;
use std::process::ExitCode;

use faultline_build_recorder::{Build, record, rerun};
use faultline_fault_ranking::messages;
use faultline_fault_ranking::question::{Form, Question};
use faultline_fault_ranking::screen::Screen;
use faultline_jvm_process::process::command as child;
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;
use faultline_recording_store::load;
use faultline_recording_store::sources::Sources;
use faultline_spectrum::Outcome;

use crate::commands::rank::screen::brief;
use crate::commands::run::options::{First, RunOptions};
use crate::given::{baseline, root};
use faultline_terminal::color::ColorChoice;
use faultline_terminal::terminal::{Terminal, print_aside, tell_below_output};

/// Runs the command with the agent attached and summarises the recording. An earlier recording is replaced
/// once this run has rows, and kept otherwise. The exit code is the command's, whether or not the suspects of a red build are
/// printed.
/// Errors: the agent is missing; the named baseline cannot be read; the output folder cannot be created, or another run
/// records into it; the command cannot be started.
pub fn run(options: &RunOptions) -> Result<ExitCode, Failure> {
    let root = root::project(options.root.as_deref())?;
    let other = options.baseline.as_deref().map(baseline::read).transpose()?;
    let elements: Vec<&str> = options.elements.iter().filter_map(|element| element.asked()).collect();
    let build = Build {
        command: &options.command,
        root: &root,
        out: &options.out,
        include: &options.include,
        exclude: &options.exclude,
        elements: &elements,
        attach: options.attach.into(),
        append: options.append,
        affected: options.affected,
        first_failing: options.first == Some(First::Failing),
        baseline: other.as_ref().map(|other| &other.baseline),
    };
    let recorded = record(&build, |attachment, _| child::run(attachment))?;
    tell_below_output(&format!("faultline: {}", recorded.line(&options.out)));
    for why in &recorded.not_kept {
        tell_below_output(&format!("faultline: {why}"));
    }
    let is_red = recorded.summary.ended(Outcome::Failed) > 0 && !recorded.ended.by_signal();
    if let Some(times) = options.rerun_failed.filter(|_| is_red) {
        let mut tell = |sentence: &str| tell_below_output(&format!("faultline: {}", printable(sentence)));
        if let Err(failure) =
            rerun::failing(std::slice::from_ref(&recorded.folder), &recorded.folder, times, &mut tell)
        {
            tell(&format!("failing tests were not run again: {failure}"));
        }
    }
    if is_red && !recorded.summary.kept && options.ranks() {
        match suspects(&options.out) {
            Ok(page) => print_aside(&page)?,
            Err(failure) => tell_below_output(&format!("faultline: the suspects were not ranked: {failure}")),
        }
    }
    Ok(ExitCode::from(recorded.ended.code()))
}

/// The first suspects of a recording, in ten lines. Errors: those of a ranking.
fn suspects(recorded: &Path) -> Result<String, Failure> {
    let inputs = [recorded.to_owned()];
    let loaded = load::load(&inputs)?;
    let question = Question::new(&inputs, &[]);
    let mut report = question.answer(&loaded, None, Form::Page, None)?;
    messages::add(&mut report, &loaded);
    let mut sources = Sources::of_loaded(&[], &loaded);
    let screen = Screen::of(&report, &loaded, &inputs, &mut sources, None);
    Ok(brief(&screen, &Terminal::of_stdout(ColorChoice::Never, None)))
}
