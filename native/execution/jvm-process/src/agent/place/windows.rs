//! The user's folder for temporary files, which has a blank where the user's name has one, and those of all users.

use std::env;
use std::fs::DirBuilder;
use std::io;
use std::path::{Path, PathBuf};

/// Besides letters and digits. A tilde stands in short names of folders.
pub const PLAIN: &[u8] = br"-._/+@\:~";
/// Names the folder for temporary files.
pub const VARIABLE: &str = "TEMP";

/// Folders that a copy may go to.
pub fn temporary() -> Vec<PathBuf> {
    let shared = ["ProgramData", "PUBLIC"].into_iter().filter_map(env::var_os).map(PathBuf::from);
    [env::temp_dir()].into_iter().chain(shared).collect()
}

/// Makes a folder, whose files others cannot change: so has Windows it in these places. Errors: it is there; the operating
/// system's.
pub fn private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().create(folder)
}
