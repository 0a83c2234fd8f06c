//! The shell that runs what people write as one line.

use std::process::Command;

#[cfg(any(windows, test))]
mod prompt;
#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

/// A command that runs a line. Values of other people's making are not for the line but for its environment: see
/// [`Line`](super::template::line::Line).
pub fn command(line: &str) -> Command {
    system::command(line)
}

/// A value for an environment variable that such a line reads in quotes.
pub fn value(text: &str) -> String {
    system::value(text)
}
