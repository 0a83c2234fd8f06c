//! Resolves launchers that start another Java.

use std::path::PathBuf;

#[cfg_attr(not(target_os = "macos"), path = "own.rs")]
#[cfg_attr(target_os = "macos", path = "macos.rs")]
mod system;

/// The real launcher of a launcher with links resolved: on macOS `/usr/bin/java` starts another one.
pub fn behind(launcher: PathBuf) -> PathBuf {
    system::behind(launcher)
}
