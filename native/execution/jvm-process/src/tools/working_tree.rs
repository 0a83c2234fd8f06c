//! The working tree of a git repository.

use std::path::{Path, PathBuf};

use faultline_files::real;
use faultline_messages::failure::Failure;

/// The folder of the working tree that `repository` is in. Errors: there is none.
pub fn working_tree(repository: &Path) -> Result<PathBuf, Failure> {
    let start = real(repository);
    let root = start.ancestors().find(|folder| folder.join(".git").exists());
    root.map(Path::to_owned).ok_or_else(|| {
        Failure::failed(format!(
            "{} is in no working tree, so its classes are not known; name them with --project-cp",
            repository.display()
        ))
    })
}
