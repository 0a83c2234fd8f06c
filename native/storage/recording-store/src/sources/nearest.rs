//! Breadth-first search for folders.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use faultline_files::limits;

/// Maximum number of folders searched.
const MOST_FOLDERS: usize = 4_000;

/// The first result of `found` for a folder or one below it: the nearest, and then the first by name.
pub fn nearest(root: &Path, found: impl Fn(&Path) -> Option<PathBuf>) -> Option<PathBuf> {
    let mut folders = VecDeque::from([root.to_owned()]);
    let mut looked_at = 0;
    while let Some(folder) = folders.pop_front() {
        looked_at += 1;
        if looked_at > MOST_FOLDERS {
            return None;
        }
        if let Some(found) = found(&folder) {
            return Some(found);
        }
        let inside = limits::PROJECT.looked_at(&folder).into_iter();
        let inside = inside
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
            .filter(|entry| !entry.file_name().to_string_lossy().starts_with('.'));
        folders.extend(inside.map(|entry| entry.path()));
    }
    None
}
