//! The baseline of a folder after a run.

use std::path::Path;

use faultline_baseline::{Baseline, NAME, file, snapshot};
use faultline_recording_store::folder::Folder;
use faultline_recording_store::load::load_with_recordings;
use faultline_recording_store::reading::Reading;
use faultline_vcs_history::head;

/// Adds the passes of another baseline to the folder's, where these are newer: before a build that leaves out tests by
/// it. Returns a sentence if it cannot be written.
pub fn join(folder: &Folder, other: &Baseline) -> Option<String> {
    let before: Baseline = file::read(&folder.path.join(NAME)).ok().flatten().unwrap_or_default();
    let written = folder.write(NAME, &file::encode(&before.with(other.clone())));
    written.err().map(|failure| format!("the baselines were not joined: {failure}"))
}

/// Whether a folder has a baseline by which tests can be left out.
pub fn knows_tests(folder: &Folder) -> bool {
    let baseline = file::read(&folder.path.join(NAME)).ok().flatten();
    baseline.is_some_and(|baseline| !baseline.tests.is_empty())
}

/// Adds the tests of the run that has just been recorded to the folder's baseline, after the passes of `other` where these
/// are newer. Returns a sentence if it cannot be written: a recording is worth more than its baseline, so a failure does not
/// end the run. Recordings that cannot be read add nothing; the run's own line names them.
pub fn keep(folder: &Folder, root: &Path, other: Option<&Baseline>) -> Option<String> {
    let recordings = std::slice::from_ref(&folder.path);
    let (loaded, recordings) =
        load_with_recordings(recordings, Reading { without_carried: true, ..Reading::default() }).ok()?;
    let run = snapshot(&loaded.spectrum, &recordings, loaded.started_ns, root, head(root));
    // A damaged baseline says nothing, and is replaced.
    let before: Baseline = file::read(&folder.path.join(NAME)).ok().flatten().unwrap_or_default();
    let before = match other {
        Some(other) => before.with(other.clone()),
        None => before,
    };
    let written = folder.write(NAME, &file::encode(&before.after(run)));
    written.err().map(|failure| format!("the baseline was not kept: {failure}"))
}
