//! `faultline doctor`: says what is missing in a recording, why, and how to mend it.
//!
//! `faultline run` asks the same checks for its last line ([`Report::at_once`]).

mod builds;
mod case;
mod checks;
mod circumstances;
mod compiled;
mod finding;
mod java;
mod json;
mod options;
mod report;
mod reports;
mod text;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::SystemTime;

use crate::args::Attach;
use crate::failure::Failure;
use crate::load;
use crate::terminal::{self, Terminal};

pub use self::case::Case;
pub use self::circumstances::Circumstances;
pub use self::finding::{Code, Finding, Severity};
pub use self::java::Java;
pub use self::options::DoctorOptions;
pub use self::report::Report;

/// Prints what is wrong; exit code 1 when there is an error among it.
/// Errors: a file or folder that was named does not exist.
pub fn doctor(options: &DoctorOptions) -> Result<ExitCode, Failure> {
    if let Some(missing) = options.source.iter().find(|folder| !folder.is_dir()) {
        return Err(Failure::misuse(format!("--source {} is not a folder", missing.display())));
    }
    let (files, base) = load::find(&options.inputs)?;
    let root = crate::run::project_root(Some(options.root.as_deref().unwrap_or(&base)))?;
    let circumstances = Circumstances {
        command: &options.command,
        attach: Attach::Auto,
        exit_code: None,
        root: &root,
        included: &[],
        excluded: &[],
        // A folder that a run made and nothing was put into.
        started: if files.is_empty() { made(&base.join(load::DEFAULT_FOLDER)) } else { None },
    };
    let report = Report::thorough(&Case::read(&files, circumstances), &options.source);
    let out = if options.json {
        json::render(&report)?
    } else {
        text::render(&report, &Terminal::of_stdout(options.color, options.width))
    };
    terminal::print(out.as_bytes())?;
    Ok(if report.with(Severity::Error) > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn made(folder: &Path) -> Option<SystemTime> {
    fs::metadata(folder).and_then(|data| data.modified()).ok()
}
