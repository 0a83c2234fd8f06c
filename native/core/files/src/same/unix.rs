//! A file is identified by device and inode.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

/// The identity of a path's target. Errors: the operating system's.
pub fn identity(path: &Path) -> io::Result<(u64, u64)> {
    let data = fs::metadata(path)?;
    Ok((data.dev(), data.ino()))
}
