//! Checks the sources of the recorded classes.

use std::collections::BTreeSet;
use std::path::PathBuf;

use faultline_messages::words::{counted, number};
use faultline_recording_store::sources::Sources;
use faultline_spectrum::Recording;

use super::super::case::Case;
use super::super::finding::{Code, Finding};

/// Reports sources that are missing, and sources that changed since the recording.
pub fn check(case: &Case, given: &[PathBuf]) -> Vec<Finding> {
    let mut sources = Sources::new(given, case.root(), case.recorded).seen_beside(&case.files);
    let (mut all, mut missing, mut changed) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for class in case.recordings.iter().flat_map(Recording::written_files) {
        // A class without a source file is generated and has no source.
        let Some(path) = class.source_path() else { continue };
        match sources.of(&class) {
            None => _ = missing.insert(path.clone()),
            Some(found) if found.changed => _ = changed.insert(found.path.display().to_string()),
            Some(_) => {}
        }
        all.insert(path);
    }
    [
        (!missing.is_empty()).then(|| {
            Finding::new(
                Code::SourcesNotFound,
                format!(
                    "{} of {} not found: rankings show no code for them",
                    number(missing.len()),
                    counted(all.len(), "source")
                ),
                "name the folder that holds the packages: --source DIR, of rank as of doctor",
            )
            .with(super::some_of(missing))
        }),
        (!changed.is_empty()).then(|| {
            Finding::new(
                Code::SourcesChanged,
                format!("{} changed since the recording: lines may be off", counted(changed.len(), "source")),
                "record again: faultline run -- mvn test",
            )
            .with(super::some_of(changed))
        }),
    ]
    .into_iter()
    .flatten()
    .collect()
}
