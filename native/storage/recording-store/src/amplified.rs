//! Results of `faultline amplify` that are stored beside recordings.

use std::path::{Path, PathBuf};

use faultline_files::{Kind, claims_nothing};

/// The folder inside the recordings' folder with variants of failing tests. Readers of recordings ignore it.
pub const FOLDER: &str = "amplified";

/// The existing result folders beside these recordings, each once.
pub fn folders(recordings: &[PathBuf]) -> Vec<PathBuf> {
    crate::mutants::beside_named(recordings, FOLDER)
}

/// The kind of the folder as an owned one.
pub const KIND: Kind =
    Kind { name: FOLDER, option: "--dir", is_private: true, claims: claims_nothing, adopts: false };

/// Removes the results of a folder of recordings. If that fails, the remaining results match no recording.
pub(crate) fn remove(folder: &Path) {
    crate::remove::remove_ours(&folder.join(FOLDER), KIND);
}
