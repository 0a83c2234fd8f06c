//! Test JVMs may outlive the build tool that an interrupt ended, for the moment that they need to write
//! down what they were doing.

use std::path::Path;
use std::time::{Duration, Instant};

use faultline_format::read;
use rustix::process::{Pid, test_kill_process};

use crate::find;

/// As long as we wait for them at most: people wait, too.
const LIMIT: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(100);

/// Waits until every JVM that records into the folder has sealed its file or is gone.
pub fn wait(folder: &Path) {
    let begin = Instant::now();
    while begin.elapsed() < LIMIT && someone_writes(folder) {
        std::thread::sleep(PAUSE);
    }
}

fn someone_writes(folder: &Path) -> bool {
    let files = find::recordings_in(folder).unwrap_or_default();
    files
        .iter()
        .filter_map(|file| read(file).ok())
        .any(|(recording, _)| !recording.sealed && i32::try_from(recording.origin.pid).is_ok_and(is_alive))
}

fn is_alive(pid: i32) -> bool {
    Pid::from_raw(pid).is_some_and(|pid| test_kill_process(pid).is_ok())
}
