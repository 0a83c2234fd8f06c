//! Launchers are those of their Java.

use std::path::PathBuf;

pub fn behind(launcher: PathBuf) -> PathBuf {
    launcher
}
