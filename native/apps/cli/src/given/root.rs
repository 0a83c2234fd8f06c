//! The option `--root`: the project's folder.

use std::path::{Path, PathBuf};

use faultline_messages::failure::Failure;

/// The real path of the project's folder; by default the current folder.
/// Errors: the path is not a folder.
pub fn project(given: Option<&Path>) -> Result<PathBuf, Failure> {
    let root = given.unwrap_or(Path::new("."));
    match dunce::canonicalize(root) {
        Ok(path) if path.is_dir() => Ok(path),
        Ok(_) => Err(Failure::misuse(format!("--root {} is not a folder", root.display()))),
        Err(error) => Err(Failure::misuse(format!("--root {} cannot be used: {error}", root.display()))),
    }
}
