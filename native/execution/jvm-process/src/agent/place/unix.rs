//! `/tmp`, and private folders.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// Characters of plain paths, besides letters and digits.
pub const PLAIN: &[u8] = b"-._/+@";
/// The variable with the folder for temporary files.
pub const VARIABLE: &str = "TMPDIR";

/// Candidate folders for a copy.
pub fn temporary() -> Vec<PathBuf> {
    vec![std::env::temp_dir(), PathBuf::from("/tmp"), PathBuf::from("/var/tmp")]
}

/// Creates a folder that other users cannot write to. Errors: it exists; the operating system's.
pub fn private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(folder)
}
