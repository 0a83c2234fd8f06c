//! Compares the failing tests of a recording with baselines.

use std::collections::BTreeSet;
use std::path::Path;

use faultline_baseline::{Baseline, NAME, file};
use faultline_recording_store::load::Loaded;
use faultline_recording_store::{NamedBaseline, baseline_beside};
use faultline_since_passed::{Comparison, run_of};

/// The failing tests compared with the baseline beside the recordings, and with the passes of another one where these are
/// newer. A baseline beside the recordings that cannot be read gives a note.
pub fn changes(
    loaded: &Loaded,
    other: Option<&NamedBaseline>,
    notes: &mut Vec<String>,
) -> Option<Comparison> {
    let folder = loaded.files.first().and_then(|file| baseline_beside(file.parent()?));
    let own = folder.and_then(|folder| own(&folder, notes));
    let baseline = match other {
        None => own?,
        Some(other) => joined(own, other, &loaded.starts, notes),
    };
    let compared = Comparison::of(&baseline, &loaded.spectrum, &loaded.starts)?;
    match compared.clone().with_reruns_beside(loaded) {
        Ok(compared) => Some(compared),
        Err(error) => {
            notes.push(error.to_string());
            Some(compared)
        }
    }
}

/// The commit that was checked out when the recordings were made, in hexadecimal digits; `None` if unknown.
pub fn recorded_commit(loaded: &Loaded) -> Option<String> {
    let folder = loaded.files.first().and_then(|file| baseline_beside(file.parent()?))?;
    let baseline = file::read(&folder.join(NAME)).ok().flatten()?;
    run_of(&baseline, &loaded.starts)?.commit.clone()
}

fn own(folder: &Path, notes: &mut Vec<String>) -> Option<Baseline> {
    match file::read(&folder.join(NAME)) {
        Ok(baseline) => baseline,
        Err(error) => {
            notes.push(error.to_string());
            None
        }
    }
}

/// The folder's own baseline with the passes of another one. Passes that are newer than the recorded run do not count,
/// for the run is compared with what was before it.
fn joined(
    own: Option<Baseline>,
    other: &NamedBaseline,
    starts: &BTreeSet<u64>,
    notes: &mut Vec<String>,
) -> Baseline {
    let path = other.path.display();
    // Only a baseline that has the recorded run says what its methods do now.
    let run = own.as_ref().and_then(|own| Some(run_of(own, starts)?.started_ns));
    let Some((own, started_ns)) = own.zip(run) else {
        if run_of(&other.baseline, starts).is_none() {
            notes.push(format!(
                "there is nothing to compare {path} with: no baseline has the recorded run; record with `faultline run`, \
                 which keeps one"
            ));
        }
        return other.baseline.clone();
    };
    let earlier = other.baseline.clone().before(started_ns);
    if earlier.passed() == 0 {
        notes.push(format!("{path} has no pass from before the recorded run, so it changes nothing"));
    }
    own.with(earlier)
}
