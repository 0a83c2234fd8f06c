//! Folders and files that nobody but their user can read: recordings hold how JVMs were started, logs what they printed.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

/// Makes a folder that only its user can enter, and the folders above it as folders usually are. One that is there stays as
/// it is. On Windows a folder has the access list of the one that it is in.
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

/// Options that open a file; a file that they make can be read by its user only.
pub fn private_file() -> OpenOptions {
    system::file()
}
