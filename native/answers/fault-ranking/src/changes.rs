//! Compares the failing tests of a recording with baselines.

use std::path::Path;

use faultline_baseline::{Baseline, NAME, file};
use faultline_recording_store::NamedBaseline;
use faultline_recording_store::load::Loaded;
use faultline_since_passed::Comparison;

/// The failing tests compared with the baseline beside the recordings, and with the passes of another one where these are
/// newer. A baseline beside the recordings that cannot be read gives a note.
pub fn changes(
    loaded: &Loaded,
    other: Option<&NamedBaseline>,
    notes: &mut Vec<String>,
) -> Option<Comparison> {
    let own = loaded.files.first().and_then(|file| file.parent()).and_then(|folder| own(folder, notes));
    let baseline = match other {
        None => own?,
        Some(other) => joined(own, other, loaded.started_ns, notes),
    };
    let compared = Comparison::of(&baseline, &loaded.spectrum, loaded.started_ns)?;
    match compared.clone().with_reruns_beside(loaded) {
        Ok(compared) => Some(compared),
        Err(error) => {
            notes.push(error.to_string());
            Some(compared)
        }
    }
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
    started_ns: u64,
    notes: &mut Vec<String>,
) -> Baseline {
    let has_run = |baseline: &Baseline| baseline.runs.iter().any(|run| run.started_ns == started_ns);
    let path = other.path.display();
    // Only a baseline that has the recorded run says what its methods do now.
    let Some(own) = own.filter(has_run) else {
        if !has_run(&other.baseline) {
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
