//! The Java behind a launcher that is not its own.

use std::path::PathBuf;

#[cfg_attr(not(target_os = "macos"), path = "own.rs")]
#[cfg_attr(target_os = "macos", path = "macos.rs")]
mod system;

/// The launcher of the Java that a launcher starts, links followed: macOS has a `/usr/bin/java` that starts another.
pub fn behind(launcher: PathBuf) -> PathBuf {
    system::behind(launcher)
}
