//! Detects the output position through handles.

use std::fs::File;
use std::io::{self, IsTerminal};
use std::os::windows::io::AsHandle;

/// Whether text written to standard error now may start in mid-line; unknown for a write-only file.
pub fn may_be_in_mid_line() -> bool {
    io::stderr().is_terminal() || is_file()
}

fn is_file() -> bool {
    let handle = io::stderr().as_handle().try_clone_to_owned();
    handle.map(File::from).and_then(|file| file.metadata()).is_ok_and(|data| data.is_file())
}
