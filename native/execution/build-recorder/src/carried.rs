//! The rows of tests that were left out of a run.

use std::collections::HashSet;
use std::path::Path;

use faultline_baseline::{Baseline, NAME, TestJvm, file, listed};
use faultline_messages::failure::Failure;
use faultline_messages::words::counted;
use faultline_recording_store::folder::Folder;
use faultline_recording_store::{carried, write};
use faultline_spectrum::{Outcome, RecordedTest, Recording};

/// Carries the rows of tests for which nothing has changed over from the folder's earlier recordings, beside those of the
/// run that has just ended; before its baseline is kept. Returns a sentence if rows cannot be written: the run's own rows
/// are there without them.
pub fn carry(folder: &Folder, root: &Path, now: &[Recording]) -> Option<String> {
    let earlier = folder.earlier.recordings();
    if earlier.is_empty() {
        return None;
    }
    let before: Baseline = file::read(&folder.path.join(NAME)).ok().flatten()?;
    let jvms: Vec<TestJvm> = now.iter().filter_map(|jvm| started(jvm, &earlier)).collect();
    let listed = listed(&before, root, &jvms).tests;
    let ran: HashSet<&str> =
        now.iter().flat_map(|recording| &recording.tests).map(|test| &*test.unique_id).collect();
    let is_left_out = |test: &RecordedTest| {
        test.outcome == Outcome::Passed
            && !ran.contains(&*test.unique_id)
            && matches!(listed.get(&test.unique_id), Some(None))
    };
    let rows = earlier.iter().filter_map(|earlier| carried(earlier, now, is_left_out));
    let written = rows.enumerate().try_for_each(|(at, rows)| {
        let file = folder.file(&format!("carried-{at}.flt"))?;
        write::write(&file, &rows).map_err(|error| {
            let tests = counted(rows.tests.len(), "test");
            Failure::failed(format!("writing {} ({tests}) failed: {error}", file.display()))
        })
    });
    written.err().map(|failure| format!("rows of tests that were left out are missing: {failure}"))
}

/// How a JVM was started. One that left out all of its tests does not say so; it was started as the one before it in the same
/// folder, or something would have changed for its tests.
fn started<'a>(jvm: &'a Recording, earlier: &'a [Recording]) -> Option<TestJvm<'a>> {
    let before = || {
        let mut before = earlier.iter().filter(|before| before.origin.folder() == jvm.origin.folder());
        before.find_map(|before| TestJvm::started_as(before, jvm))
    };
    TestJvm::of(jvm).or_else(before)
}
