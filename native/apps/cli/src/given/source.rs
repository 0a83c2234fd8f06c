//! Folders with sources.

use std::path::PathBuf;

use faultline_messages::failure::Failure;

/// Errors: one of `--source` is no folder.
pub fn check(folders: &[PathBuf]) -> Result<(), Failure> {
    match folders.iter().find(|folder| !folder.is_dir()) {
        Some(missing) => Err(Failure::misuse(format!("--source {} is not a folder", missing.display()))),
        None => Ok(()),
    }
}
