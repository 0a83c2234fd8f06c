//! Waits for test JVMs that outlive an interrupted build tool while they write their last records.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use faultline_flt::Folders;

use crate::find;

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

/// Timeout of the wait, which the user notices.
const LIMIT: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(100);

/// Waits until every JVM that records into the folder has sealed its file or has ended.
pub fn wait(folder: &Path) {
    let begin = Instant::now();
    while begin.elapsed() < LIMIT && someone_writes(folder) {
        std::thread::sleep(PAUSE);
    }
}

fn someone_writes(folder: &Path) -> bool {
    let files = find::recordings_in(folder).unwrap_or_default();
    let mut folders = Folders::default();
    let is_written = |file: &PathBuf| {
        let Ok((recording, _)) = folders.read(file) else { return false };
        !recording.sealed && system::is_written(file, recording.origin.pid)
    };
    files.iter().any(is_written)
}
