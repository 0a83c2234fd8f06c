//! Recording for commands that accept a test command.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use faultline_messages::failure::Failure;
use faultline_recording_store::find::{self, DEFAULT_FOLDER};

use crate::commands::run;
use crate::commands::run::options::{AttachOption, RankWhen, RunOptions};

/// Records a command. Its exit code is ignored, because failing tests are expected; `what` completes the
/// error "there is nothing to". Errors: the command cannot be started, or no test was recorded.
pub fn record(command: &[OsString], what: &str) -> Result<(), Failure> {
    let recorded = RunOptions {
        include: Vec::new(),
        exclude: Vec::new(),
        out: DEFAULT_FOLDER.into(),
        root: None,
        append: false,
        affected: false,
        first: None,
        baseline: None,
        elements: Vec::new(),
        rerun_failed: None,
        rank: Some(RankWhen::Never),
        attach: AttachOption::Auto,
        command: command.to_vec(),
    };
    let before = recordings();
    run::run(&recorded)?;
    // A run without tests keeps the recording of an earlier run, which must not be used instead.
    if recordings() == before {
        return Err(Failure::failed(format!(
            "no test was recorded, so there is nothing to {what}; the line above says why"
        )));
    }
    Ok(())
}

/// Names of the recordings; every JVM creates a new name.
fn recordings() -> Vec<PathBuf> {
    find::recordings_in(Path::new(DEFAULT_FOLDER)).unwrap_or_default()
}
