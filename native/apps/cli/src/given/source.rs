//! The option `--source`: folders of sources.

use std::path::PathBuf;

use faultline_messages::failure::Failure;

/// Checks the folders. Errors: one of `--source` is not a folder.
pub fn check(folders: &[PathBuf]) -> Result<(), Failure> {
    match folders.iter().find(|folder| !folder.is_dir()) {
        Some(missing) => Err(Failure::misuse(format!("--source {} is not a folder", missing.display()))),
        None => Ok(()),
    }
}
