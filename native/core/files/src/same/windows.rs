//! A file is identified by its resolved path in lower case.

use std::io;
use std::path::Path;

/// The identity of a path's target. Errors: the operating system's.
pub fn identity(path: &Path) -> io::Result<String> {
    Ok(dunce::canonicalize(path)?.to_string_lossy().to_lowercase())
}
