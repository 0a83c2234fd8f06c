//! Folders and files that only their user can read: recordings contain the command lines of JVMs, logs their
//! output.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

/// Creates a folder that only its user can enter, and the folders above it with default permissions. An
/// existing folder is left unchanged. On Windows the folder inherits the access list of its parent.
/// Errors: the operating system's; something else is there.
pub fn private_folder(path: &Path) -> io::Result<()> {
    if let Some(above) = path.parent() {
        fs::create_dir_all(above)?;
    }
    match system::folder().create(path) {
        Err(_) if path.is_dir() => Ok(()),
        made => made,
    }
}

/// Options for opening a file; a created file can be read by its user only.
pub fn private_file() -> OpenOptions {
    system::file()
}
