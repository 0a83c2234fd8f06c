//! Folders of a project that may be its modules'.

use std::path::{Path, PathBuf};

use faultline_files::limits;

/// How deep modules are nested at most.
pub const DEPTH: usize = 6;
/// Folders that hold no module of the project.
const NOT_MODULES: [&str; 6] = ["target", "build", "out", "bin", "node_modules", "src"];

/// Folders in a folder that are modules, or may hold some.
pub fn modules_in(folder: &Path) -> impl Iterator<Item = PathBuf> {
    folders_in(folder).into_iter().filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !name.starts_with('.') && !NOT_MODULES.contains(&&*name)
    })
}

/// Folders in a folder.
pub fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = limits::PROJECT.looked_at(folder).into_iter();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    folders.map(|entry| entry.path()).collect()
}
