//! `faultline run`: attaches the agent to a build, runs it, and summarises the recording.

pub mod options;

use std::process::ExitCode;

use faultline_build_recorder::{Build, record, rerun};
use faultline_jvm_process::process::command as child;
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;
use faultline_spectrum::Outcome;

use crate::commands::run::options::RunOptions;
use crate::given::{baseline, root};
use faultline_terminal::terminal::tell_below_output;

/// Runs the command with the agent attached and summarises the recording. An earlier recording is replaced
/// once this run has rows, and kept otherwise. The exit code is the command's.
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
        baseline: other.as_ref().map(|other| &other.baseline),
    };
    let recorded = record(&build, |attachment, _| child::run(attachment))?;
    tell_below_output(&format!("faultline: {}", recorded.line(&options.out)));
    for why in &recorded.not_kept {
        tell_below_output(&format!("faultline: {why}"));
    }
    if let Some(times) = options.rerun_failed
        && recorded.summary.ended(Outcome::Failed) > 0
        && !recorded.ended.by_signal()
    {
        let mut tell = |sentence: &str| tell_below_output(&format!("faultline: {}", printable(sentence)));
        if let Err(failure) =
            rerun::failing(std::slice::from_ref(&recorded.folder), &recorded.folder, times, &mut tell)
        {
            tell(&format!("failing tests were not run again: {failure}"));
        }
    }
    Ok(ExitCode::from(recorded.ended.code()))
}
