//! Commands that record first what they are about.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use faultline_messages::failure::Failure;
use faultline_recording_store::find::{self, DEFAULT_FOLDER};

use crate::commands::run;
use crate::commands::run::options::{AttachOption, RunOptions};

/// Records a command, whose exit code says only that tests fail, which is why we are here; `what` ends "there is
/// nothing to". Errors: it cannot be started, or no test was recorded.
pub fn record(command: &[OsString], what: &str) -> Result<(), Failure> {
    let recorded = RunOptions {
        include: Vec::new(),
        exclude: Vec::new(),
        out: DEFAULT_FOLDER.into(),
        root: None,
        append: false,
        elements: Vec::new(),
        attach: AttachOption::Auto,
        command: command.to_vec(),
    };
    let before = recordings();
    run::run(&recorded)?;
    // A run without a test leaves the recording of an earlier one, which is not what was asked for.
    if recordings() == before {
        return Err(Failure::failed(format!(
            "no test was recorded, so there is nothing to {what}; the line above says why"
        )));
    }
    Ok(())
}

/// The names of the recordings, which are new with each JVM.
fn recordings() -> Vec<PathBuf> {
    find::recordings_in(Path::new(DEFAULT_FOLDER)).unwrap_or_default()
}
