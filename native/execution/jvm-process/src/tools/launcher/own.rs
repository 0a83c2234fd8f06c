//! Every launcher belongs to its Java.

use std::path::PathBuf;

pub fn behind(launcher: PathBuf) -> PathBuf {
    launcher
}
