//! `faultline affected`: lists the tests for which something has changed since they passed.

mod filter;
pub mod json;
pub mod options;
mod text;

use std::path::Path;
use std::process::ExitCode;

use faultline_baseline::{TestJvm, listed};
use faultline_messages::failure::Failure;
use faultline_messages::words::counted;
use faultline_recording_store::load::load_with_recordings;
use faultline_recording_store::reading::Reading;
use faultline_terminal::terminal;

use self::options::{AffectedOptions, Format};
use crate::given::{baseline, root, schemas};

/// Compares the baseline with the class files on disk. The exit code is 0, whether or not a test is affected.
/// Errors: there is no baseline, it cannot be read, or no recording says how its tests were started.
pub fn affected(options: &AffectedOptions) -> Result<ExitCode, Failure> {
    let file = options.file.ready(schemas::AFFECTED)?;
    let inputs: Vec<_> = options.dir.iter().cloned().collect();
    let (loaded, recordings) = load_with_recordings(&inputs, Reading::default())?;
    let folder = loaded.files.first().and_then(|file| file.parent()).unwrap_or(Path::new("."));
    let baseline = baseline::read(folder)?.baseline;
    let jvms: Vec<TestJvm> = recordings.iter().filter_map(TestJvm::of).collect();
    if jvms.is_empty() {
        let folder = folder.display();
        return Err(Failure::failed(format!(
            "no recording in {folder} says which class path its tests had; record again with faultline run"
        )));
    }
    let listed = listed(&baseline, &root::project(Some(&loaded.base))?, &jvms);
    let elsewhere = baseline.tests.len() - listed.tests.len();
    if elsewhere > 0 {
        terminal::tell_below_output(&format!(
            "faultline: {} of the baseline {} on no class path of the last run: removed, or of a module without tests in it",
            counted(elsewhere, "test"),
            if elsewhere == 1 { "is" } else { "are" }
        ));
    }
    let text = || match options.format {
        Format::Text => text::render(&baseline, &listed),
        format => match filter::arguments(&baseline, &listed, format) {
            none if none.is_empty() => none,
            line => line + "\n",
        },
    };
    terminal::print(&file.answer(options.json, || json::render(&baseline, &listed), text)?)?;
    Ok(ExitCode::SUCCESS)
}
