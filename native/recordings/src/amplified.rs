//! Results of `faultline amplify` that lie beside recordings.

use std::path::{Path, PathBuf};

/// The folder, in that of the recordings, where variants of failing tests lie. No reader of recordings enters it.
pub const FOLDER: &str = "amplified";

/// Where results may lie beside these recordings, each folder once, as far as it is there.
pub fn folders(recordings: &[PathBuf]) -> Vec<PathBuf> {
    crate::mutants::beside_named(recordings, FOLDER)
}

/// Removes what a folder of recordings has of them. At worst what is left matches nothing.
pub(crate) fn remove(folder: &Path) {
    let _ = std::fs::remove_dir_all(folder.join(FOLDER));
}
