//! Checks the process that created the file.

use std::path::Path;

use rustix::process::{Pid, test_kill_process};

/// Whether the process that created an unsealed file may still write to it.
pub fn is_written(_: &Path, pid: u32) -> bool {
    i32::try_from(pid).ok().and_then(Pid::from_raw).is_some_and(|pid| test_kill_process(pid).is_ok())
}
