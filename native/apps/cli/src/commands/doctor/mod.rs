//! `faultline doctor`: says what is missing in a recording, why, and how to mend it.
//!
//! `faultline run` asks the same checks for its last line ([`Report::at_once`]).

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
use faultline_recording_store::find;

use crate::given::root;
use crate::given::schemas;
use crate::given::source;
use faultline_terminal::terminal;

use self::options::DoctorOptions;

/// Prints what is wrong; exit code 1 when there is an error among it.
/// Errors: a file or folder that was named does not exist.
pub fn doctor(options: &DoctorOptions) -> Result<ExitCode, Failure> {
    source::check(&options.source)?;
    let file = options.file.ready(schemas::DOCTOR)?;
    let (files, base) = find::find(&options.inputs)?;
    let root = root::project(Some(options.root.as_deref().unwrap_or(&base)))?;
    let circumstances = Circumstances {
        command: &options.command,
        attach: Attach::Auto,
        exit_code: None,
        root: &root,
        included: &[],
        excluded: &[],
        // A folder that a run made and nothing was put into.
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
