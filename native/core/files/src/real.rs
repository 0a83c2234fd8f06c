//! Real paths of what may not be there.

use std::path::{Path, PathBuf};

/// A path with all links followed; as it is where it leads nowhere.
pub fn real(path: &Path) -> PathBuf {
    dunce::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}
