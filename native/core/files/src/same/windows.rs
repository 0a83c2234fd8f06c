//! A file is its resolved path, in one case.

use std::io;
use std::path::Path;

/// What two paths to one place have in common. Errors: the operating system's.
pub fn identity(path: &Path) -> io::Result<String> {
    Ok(dunce::canonicalize(path)?.to_string_lossy().to_lowercase())
}
