//! Opens repositories, and says what is special about one that lacks an object.

use std::path::Path;

use gix::{ObjectId, Repository};

use crate::HistoryError;

/// Opens the repository around a folder. Errors: there is none.
pub(crate) fn open(folder: &Path) -> Result<Repository, HistoryError> {
    gix::discover(folder).map_err(|source| HistoryError::NoRepository { folder: folder.to_owned(), source })
}

/// Opens the repository around a folder and reads from it. Errors: there is none; those of `read`.
pub(crate) fn reading<T>(
    folder: &Path,
    read: impl FnOnce(&mut Repository) -> Result<T, HistoryError>,
) -> Result<T, HistoryError> {
    let mut repository = open(folder)?;
    read(&mut repository).map_err(|error| explained(error, &repository))
}

/// Replaces the error of a missing object if the clone is a partial one, which lacks objects by intention.
pub(crate) fn explained(error: HistoryError, repository: &Repository) -> HistoryError {
    match error {
        HistoryError::Object { id, .. } if is_missing(repository, &id) && is_partial(repository) => {
            HistoryError::Partial { id }
        }
        other => other,
    }
}

fn is_missing(repository: &Repository, id: &str) -> bool {
    ObjectId::from_hex(id.as_bytes()).is_ok_and(|id| !repository.has_object(id))
}

/// Whether a remote has promised the objects that are not here: `git clone --filter`.
pub(crate) fn is_partial(repository: &Repository) -> bool {
    let config = repository.config_snapshot();
    let names = repository.remote_names();
    names.iter().any(|name| config.boolean(&format!("remote.{name}.promisor")).is_some_and(|value| value))
}
