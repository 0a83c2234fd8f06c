//! The user's temporary folder, whose path has a blank if the user's name has one, and folders shared by all
//! users.

use std::env;
use std::fs::DirBuilder;
use std::io;
use std::path::{Path, PathBuf};

/// Characters of plain paths, besides letters and digits. Short folder names contain a tilde.
pub const PLAIN: &[u8] = br"-._/+@\:~";
/// The variable with the folder for temporary files.
pub const VARIABLE: &str = "TEMP";

/// Candidate folders for a copy.
pub fn temporary() -> Vec<PathBuf> {
    let shared = ["ProgramData", "PUBLIC"].into_iter().filter_map(env::var_os).map(PathBuf::from);
    [env::temp_dir()].into_iter().chain(shared).collect()
}

/// Creates a folder whose files other users cannot change, which is Windows' default in these places. Errors:
/// it exists; the operating system's.
pub fn private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().create(folder)
}
