//! Whether a file of a working tree is as it was committed.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use gix::bstr::{BString, ByteSlice};
use gix::{ObjectId, Repository};

use crate::HistoryError;
use crate::mine::tip;

/// A checked-out repository.
#[derive(Debug)]
pub struct Checkout {
    repository: Repository,
    /// Where its files lie, without links.
    folder: PathBuf,
    /// The tree of HEAD.
    tree: ObjectId,
}

/// What HEAD says of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It is as it was committed.
    Untouched,
    /// It is not as it was committed, or is new beside files that were committed.
    Touched,
    /// Nobody commits what lies in its folder: a build makes it, say.
    Foreign,
}

impl Checkout {
    /// The repository around a folder; `None` where there is none, none with files, or none with a commit.
    /// Errors: its newest commit cannot be read.
    pub fn around(folder: &Path) -> Result<Option<Self>, HistoryError> {
        let Ok(repository) = gix::discover(folder) else { return Ok(None) };
        let Some(Ok(root)) = repository.workdir().map(dunce::canonicalize) else { return Ok(None) };
        let id = match tip(&repository, folder, "HEAD") {
            Err(HistoryError::NoCommit { .. }) => return Ok(None),
            id => id?,
        };
        let commit = repository.find_commit(id).map_err(|error| HistoryError::object(id, error))?;
        let tree = commit.tree_id().map_err(|error| HistoryError::object(id, error))?.detach();
        drop(commit);
        Ok(Some(Self { repository, folder: root, tree }))
    }

    /// The folder in which its files lie.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The path of a file in the repository; `None` where it lies outside. The file's path is one without links.
    pub fn path_of(&self, file: &Path) -> Option<BString> {
        let below = file.strip_prefix(&self.folder).ok()?;
        let parts: Vec<_> = below.iter().map(OsStr::as_encoded_bytes).collect();
        Some(parts.join(&b'/').into())
    }

    /// How a file with these bytes stands to what was committed. Errors: that cannot be read.
    pub fn state(&self, path: &BString, bytes: &[u8]) -> Result<State, HistoryError> {
        let failed = |error: &dyn std::fmt::Display| HistoryError::object(self.tree, error);
        let tree = self.repository.find_tree(self.tree).map_err(|error| failed(&error))?;
        let entry = |path: &[u8]| {
            let Ok(path) = path.to_path() else { return Ok(None) };
            tree.lookup_entry_by_path(path).map_err(|error| failed(&error))
        };
        if let Some(entry) = entry(path)?.filter(|entry| entry.mode().is_blob()) {
            let object = entry.object().map_err(|error| HistoryError::object(entry.object_id(), error))?;
            return Ok(if is_same(bytes, &object.data) { State::Untouched } else { State::Touched });
        }
        let has_neighbours = match path.rfind_byte(b'/') {
            Some(slash) => entry(&path[..slash])?.is_some_and(|entry| entry.mode().is_tree()),
            None => true,
        };
        Ok(if has_neighbours { State::Touched } else { State::Foreign })
    }
}

/// Whether a file is as it was committed. Line ends may be git's own doing.
pub(crate) fn is_same(bytes: &[u8], committed: &[u8]) -> bool {
    bytes == committed || bytes.lines().eq(committed.lines())
}
