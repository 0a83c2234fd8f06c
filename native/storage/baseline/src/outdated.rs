//! Recordings whose code is no longer the one on disk.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use faultline_files::limits;
use faultline_spectrum::Recording;

use crate::class_path::places;

/// When the files on class paths were last modified, each place read once.
#[derive(Debug, Default)]
pub struct LastModified {
    places: HashMap<PathBuf, Option<SystemTime>>,
}

impl LastModified {
    /// A place on the class path of a recording's JVM with a file that was modified after `recorded`. The hashes of what is
    /// there now are not those of what the tests ran. Cost: lists each folder once.
    pub fn after(&mut self, recording: &Recording, recorded: SystemTime) -> Option<PathBuf> {
        let of_recording = places(std::slice::from_ref(recording));
        of_recording.into_iter().find(|place| {
            let last = self.places.entry(place.clone()).or_insert_with_key(|place| last_in(place));
            last.is_some_and(|last| last > recorded)
        })
    }
}

fn last_in(place: &Path) -> Option<SystemTime> {
    let modified = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
    if place.is_dir() {
        let files = limits::PROJECT.files_below(place).unwrap_or_default();
        files.iter().filter_map(|file| modified(&place.join(file))).max()
    } else {
        modified(place)
    }
}
