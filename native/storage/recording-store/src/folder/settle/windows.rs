//! Checks the file: while a process has it open, exclusive access fails.

use std::fs::OpenOptions;
use std::os::windows::fs::OpenOptionsExt;
use std::path::Path;

/// Whether the process that created an unsealed file may still write to it.
pub fn is_written(file: &Path, _: u32) -> bool {
    const SHARING_VIOLATION: i32 = 32;
    let alone = OpenOptions::new().read(true).share_mode(0).open(file);
    alone.is_err_and(|error| error.raw_os_error() == Some(SHARING_VIOLATION))
}
