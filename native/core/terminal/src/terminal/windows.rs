//! Handles.

use std::fs::File;
use std::io::{self, IsTerminal};
use std::os::windows::io::AsHandle;

/// Whether what is written to standard error now may begin in mid-line: of a file that is open for writing alone nobody knows.
pub fn may_be_in_mid_line() -> bool {
    io::stderr().is_terminal() || is_file()
}

fn is_file() -> bool {
    let handle = io::stderr().as_handle().try_clone_to_owned();
    handle.map(File::from).and_then(|file| file.metadata()).is_ok_and(|data| data.is_file())
}
