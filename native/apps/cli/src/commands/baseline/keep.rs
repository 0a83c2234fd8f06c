//! `faultline baseline keep`: adds the tests of recordings to a baseline.

use std::path::Path;

use faultline_build_recorder::keep::{Keep, Kept, keep as add};
use faultline_build_recorder::rerun;
use faultline_messages::failure::Failure;
use faultline_messages::tell::tell;
use faultline_messages::words::{counted, printable};
use faultline_recording_store::find;

use super::options::KeepOptions;
use crate::given::{baseline, root};

/// Adds the tests of recordings to a baseline, and runs failing ones again if asked to. Folders without recordings add
/// nothing. Errors: a file cannot be read; the folder cannot be written to.
pub fn keep(options: &KeepOptions) -> Result<(), Failure> {
    let other = options.baseline.as_deref().map(baseline::read).transpose()?;
    let (files, base) = find::find(&options.inputs)?;
    let root = root::project(Some(options.root.as_deref().unwrap_or(&base)))?;
    let own = files.first().and_then(|file| file.parent()).map(Path::to_owned);
    let Some(into) = options.into.clone().or(own) else {
        tell("faultline: there is no recording, so the baseline stays as it is");
        return Ok(());
    };
    let asked =
        Keep { files: &files, into: &into, root: &root, other: other.as_ref().map(|other| &other.baseline) };
    let kept = add(&asked)?;
    say(&kept);
    match options.rerun_failed {
        Some(times) if kept.failed > 0 => {
            let mut tell = |sentence: &str| tell(&format!("faultline: {}", printable(sentence)));
            if let Err(failure) = rerun::failing(&kept.files, &into, times, &mut tell) {
                tell(&format!("failing tests were not run again: {failure}"));
            }
        }
        _ => {}
    }
    Ok(())
}

fn say(kept: &Kept) {
    if let Some(sentence) = &kept.left_out {
        tell(&format!("faultline: {}", printable(sentence)));
    }
    if kept.tests > 0 {
        tell(&format!(
            "faultline: kept {}; {} with a pass in the baseline",
            counted(kept.tests, "test"),
            counted(kept.passed, "test")
        ));
    }
}
