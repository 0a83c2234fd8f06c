//! Keeps the baseline of recordings that no `faultline run` made: the plugins of build tools attach the agent themselves.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use faultline_baseline::{Baseline, LastModified, NAME, file, snapshot};
use faultline_messages::failure::Failure;
use faultline_messages::words::{counted, number};
use faultline_recording_store::folder;
use faultline_recording_store::load::{Loaded, load_with_recordings};
use faultline_recording_store::reading::Reading;
use faultline_spectrum::{Outcome, Recording};
use faultline_vcs_history::head;

/// Recordings whose tests are added to a baseline.
#[derive(Clone, Copy, Debug)]
pub struct Keep<'a> {
    /// The files; those that are older than the baseline have been added before.
    pub files: &'a [PathBuf],
    /// The folder with the baseline; made if it is not there.
    pub into: &'a Path,
    /// The project's folder, canonical.
    pub root: &'a Path,
    /// A baseline whose passes are added where they are newer.
    pub other: Option<&'a Baseline>,
}

/// What was added to a baseline.
#[derive(Debug, Default)]
pub struct Kept {
    /// The files whose tests were added.
    pub files: Vec<PathBuf>,
    /// Number of their tests.
    pub tests: usize,
    /// Number of their tests that failed.
    pub failed: usize,
    /// Number of tests with a pass in the baseline.
    pub passed: usize,
    /// A sentence on the files that were left out, because the code has changed since.
    pub left_out: Option<String>,
}

/// Adds the tests of recordings to a folder's baseline. Recordings that were added before are left out, and so are those of
/// JVMs on whose class path something was compiled or copied since they ended.
/// Errors: a recording cannot be read; the folder cannot be written to, or is in use.
pub fn keep(keep: &Keep<'_>) -> Result<Kept, Failure> {
    let held = folder::hold(keep.into, "--into")?;
    let path = held.path().join(NAME);
    let recorded = modified(&path);
    let new =
        keep.files.iter().filter(|file| recorded.is_none_or(|recorded| modified(file) > Some(recorded)));
    let (files, left_out) = fresh(new)?;
    let mut kept = Kept { left_out, ..Kept::default() };
    let run = if files.is_empty() { None } else { of_run(&files, keep.root, &mut kept)? };
    if run.is_none() && keep.other.is_none() {
        return Ok(kept);
    }
    // A damaged baseline says nothing, and is replaced.
    let mut baseline: Baseline = file::read(&path).ok().flatten().unwrap_or_default();
    if let Some(other) = keep.other {
        baseline = baseline.with(other.clone());
    }
    if let Some(run) = run {
        baseline = baseline.after(run);
    }
    held.write(NAME, &file::encode(&baseline))?;
    Ok(Kept { passed: baseline.passed(), files, ..kept })
}

/// The baseline of these recordings alone; `None` if no test ran.
fn of_run(files: &[PathBuf], root: &Path, kept: &mut Kept) -> Result<Option<Baseline>, Failure> {
    let (loaded, recordings) = load(files)?;
    kept.tests = loaded.spectrum.tests.len();
    kept.failed = loaded.spectrum.tests_with(Outcome::Failed).count();
    Ok((kept.tests > 0).then(|| snapshot(&loaded.spectrum, &recordings, loaded.started_ns, root, head(root))))
}

/// The files whose code is still the one on disk, and a sentence on the others.
fn fresh<'a>(new: impl Iterator<Item = &'a PathBuf>) -> Result<(Vec<PathBuf>, Option<String>), Failure> {
    let mut last = LastModified::default();
    let (mut files, mut outdated) = (Vec::new(), Vec::new());
    for file in new {
        let (_, recordings) = load(std::slice::from_ref(file))?;
        let recorded = modified(file).unwrap_or(SystemTime::UNIX_EPOCH);
        match recordings.iter().find_map(|recording| last.after(recording, recorded)) {
            Some(place) => outdated.push(place),
            None => files.push(file.clone()),
        }
    }
    let sentence = outdated.first().map(|place| {
        let (are, they) = if outdated.len() == 1 { ("is", "it was") } else { ("are", "they were") };
        format!(
            "{} of {} {are} not in the baseline: {} has changed since {they} made",
            number(outdated.len()),
            counted(outdated.len() + files.len(), "recording"),
            place.display()
        )
    });
    Ok((files, sentence))
}

/// Rows that were carried over are of runs whose tests were added then.
fn load(files: &[PathBuf]) -> Result<(Loaded, Vec<Recording>), Failure> {
    load_with_recordings(files, Reading { without_carried: true, ..Reading::default() })
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}
