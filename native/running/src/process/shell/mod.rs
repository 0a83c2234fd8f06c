//! The shell that runs what people write as one line.

use std::process::Command;

#[cfg(any(windows, test))]
mod prompt;
#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

/// A command that runs a line.
pub fn command(line: &str) -> Command {
    system::command(line)
}

/// A word as one types it in such a line.
pub fn word(word: &str) -> String {
    system::word(word)
}
