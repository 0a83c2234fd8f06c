//! Removes result folders together with their recordings.

use std::path::Path;

use faultline_files::{Kind, OwnedFolder};

/// Removes Faultline's files from an owned folder of this kind; other files are kept.
pub(crate) fn remove_ours(folder: &Path, kind: Kind) {
    // If removal fails, readers report that the results belong to other recordings.
    if let Ok(Some(owned)) = OwnedFolder::existing(folder, kind) {
        let _ = owned.remove_all();
    }
}
