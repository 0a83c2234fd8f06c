//! Results of `faultline amplify` that lie beside recordings.

use std::path::{Path, PathBuf};

use faultline_files::{Kind, claims_nothing};

/// The folder, in that of the recordings, where variants of failing tests lie. No reader of recordings enters it.
pub const FOLDER: &str = "amplified";

/// Where results may lie beside these recordings, each folder once, as far as it is there.
pub fn folders(recordings: &[PathBuf]) -> Vec<PathBuf> {
    crate::mutants::beside_named(recordings, FOLDER)
}

/// The folder as one of ours.
pub const KIND: Kind =
    Kind { name: FOLDER, option: "--dir", is_private: true, claims: claims_nothing, adopts: false };

/// Removes what a folder of recordings has of them. At worst what is left matches nothing.
pub(crate) fn remove(folder: &Path) {
    crate::remove::remove_ours(&folder.join(FOLDER), KIND);
}
