//! Code that ran for no test, where failing tests ran none that was recorded: a server that a fixture started, say.

use faultline_messages::words::{counted, printable};
use faultline_recording_store::load::Loaded;
use faultline_spectrum::TestId;

/// A sentence on where such code ran; `None` if each failing test ran a recorded line. Cost: O(failing tests).
pub fn note(loaded: &Loaded, failing: &[TestId]) -> Option<String> {
    let coverage = &loaded.spectrum.coverage;
    let count = failing.iter().filter(|test| coverage.count(test.index()) == 0).count();
    let most = loaded.background.iter().find(|ran| ran.lines > 0).filter(|_| count > 0)?;
    let them = if count == 1 { "1 failing test".to_owned() } else { format!("{count} failing tests") };
    Some(format!(
        "{them} ran no recorded line, but {} ran for no test, in {:?}; no test is charged with them, so they are not ranked",
        counted(most.lines, "line"),
        printable(&most.thread)
    ))
}
