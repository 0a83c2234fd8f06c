//! Resolves paths that need not exist.

use std::path::{Path, PathBuf};

/// A path with all links resolved; unchanged if that fails.
pub fn real(path: &Path) -> PathBuf {
    dunce::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}
