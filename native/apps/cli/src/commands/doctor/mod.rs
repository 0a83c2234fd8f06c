//! `faultline doctor`: diagnoses a recording: what is missing, why, and how to fix it.
//!
//! `faultline run` uses the same checks for its last line ([`Report::at_once`]).

pub mod json;
pub mod options;
mod text;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::SystemTime;

use faultline_doctor::case::Case;
use faultline_doctor::circumstances::Circumstances;
use faultline_doctor::finding::Severity;
use faultline_doctor::report::Report;
use faultline_jvm_process::agent::attach::Attach;
use faultline_messages::failure::Failure;
use faultline_recording_store::{find, recorded_root};

use crate::given::root;
use crate::given::schemas;
use crate::given::source;
use faultline_terminal::terminal;

use self::options::DoctorOptions;

/// Prints the findings; the exit code is 1 if there is an error among them.
/// Errors: a given file or folder does not exist.
pub fn doctor(options: &DoctorOptions) -> Result<ExitCode, Failure> {
    source::check(&options.source)?;
    let file = options.file.ready(schemas::DOCTOR)?;
    let (files, base) = find::find(&options.inputs)?;
    let recorded = || recorded_root::of_files(base.clone(), &files);
    let root = root::project(Some(&options.root.clone().unwrap_or_else(recorded)))?;
    let circumstances = Circumstances {
        command: &options.command,
        attach: Attach::Auto,
        exit_code: None,
        root: &root,
        included: &[],
        excluded: &[],
        without_agent: false,
        affected: false,
        // An output folder that a run created and left empty.
        started: if files.is_empty() { made(&base.join(find::DEFAULT_FOLDER)) } else { None },
    };
    let report = Report::thorough(&Case::read(&files, circumstances), &options.source);
    let text = || text::render(&report, &options.page.terminal());
    terminal::print(&file.answer(options.json, || json::render(&report), text)?)?;
    Ok(if report.with(Severity::Error) > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn made(folder: &Path) -> Option<SystemTime> {
    fs::metadata(folder).and_then(|data| data.modified()).ok()
}
