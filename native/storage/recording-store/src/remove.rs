//! Folders beside recordings that go with them.

use std::path::Path;

use faultline_files::{Kind, OwnedFolder};

/// Removes a folder of this kind where it is ours, and leaves what in it is not.
pub(crate) fn remove_ours(folder: &Path, kind: Kind) {
    // Whoever cannot remove it finds results of other recordings there, which readers say.
    if let Ok(Some(owned)) = OwnedFolder::existing(folder, kind) {
        let _ = owned.remove_all();
    }
}
