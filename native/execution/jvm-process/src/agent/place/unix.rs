//! `/tmp`, and folders for one's own eyes.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// Besides letters and digits.
pub const PLAIN: &[u8] = b"-._/+@";
/// Names the folder for temporary files.
pub const VARIABLE: &str = "TMPDIR";

/// Folders that a copy may go to.
pub fn temporary() -> Vec<PathBuf> {
    vec![std::env::temp_dir(), PathBuf::from("/tmp"), PathBuf::from("/var/tmp")]
}

/// Makes a folder that others cannot write to. Errors: it is there; the operating system's.
pub fn private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(folder)
}
