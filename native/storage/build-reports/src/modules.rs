//! Folders of a project that may be modules.

use std::path::{Path, PathBuf};

use faultline_files::limits;

/// Maximum nesting depth of modules.
pub const DEPTH: usize = 6;
/// Names of folders that contain no modules.
const NOT_MODULES: [&str; 6] = ["target", "build", "out", "bin", "node_modules", "src"];

/// Subfolders that are modules, or may contain some.
pub fn modules_in(folder: &Path) -> impl Iterator<Item = PathBuf> {
    folders_in(folder).into_iter().filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !name.starts_with('.') && !NOT_MODULES.contains(&&*name)
    })
}

/// Subfolders of a folder.
pub fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = limits::PROJECT.looked_at(folder).into_iter();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    folders.map(|entry| entry.path()).collect()
}
