//! The shell that runs a command line of the user.

use std::process::Command;

#[cfg(any(windows, test))]
mod prompt;
#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

/// A command that runs a line. Untrusted values belong in its environment, not in the line: see
/// [`Line`](super::template::line::Line).
pub fn command(line: &str) -> Command {
    system::command(line)
}

/// The value of an environment variable that such a line reads in quotes.
pub fn value(text: &str) -> String {
    system::value(text)
}
