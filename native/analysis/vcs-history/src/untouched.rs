//! Compares files of a working tree with the committed ones.

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
    /// The root of the working tree, with links resolved.
    folder: PathBuf,
    /// The compared commit: HEAD, unless another one was asked for.
    commit: ObjectId,
    /// The tree of that commit.
    tree: ObjectId,
}

/// State of a file relative to HEAD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The file equals the committed one.
    Untouched,
    /// The file differs, or is new in a folder with committed files.
    Touched,
    /// The folder has no committed files: a build generates it, for example.
    Foreign,
}

impl Checkout {
    /// Opens the repository around a folder; `None` if there is none, it is bare, or it has no commit. Errors: the newest
    /// commit cannot be read.
    pub fn around(folder: &Path) -> Result<Option<Self>, HistoryError> {
        Self::at(folder, "HEAD")
    }

    /// As [`Checkout::around`], but files are compared with another commit. Errors: there is no such commit, or it cannot be
    /// read.
    pub fn at(folder: &Path, revision: &str) -> Result<Option<Self>, HistoryError> {
        let Ok(repository) = gix::discover(folder) else { return Ok(None) };
        let Some(Ok(root)) = repository.workdir().map(dunce::canonicalize) else { return Ok(None) };
        let id = match tip(&repository, folder, revision) {
            Err(HistoryError::NoCommit { .. }) => return Ok(None),
            id => id?,
        };
        let commit = repository.find_commit(id).map_err(|error| HistoryError::object(id, error))?;
        let tree = commit.tree_id().map_err(|error| HistoryError::object(id, error))?.detach();
        drop(commit);
        Ok(Some(Self { repository, folder: root, commit: id, tree }))
    }

    /// The compared commit, in hexadecimal digits.
    pub fn commit(&self) -> String {
        self.commit.to_string()
    }

    /// The address of the remote `origin`; `None` if there is none. It may have a password, so it is never to be shown.
    pub fn origin(&self) -> Option<String> {
        Some(self.repository.config_snapshot().string("remote.origin.url")?.to_string())
    }

    /// The root of the working tree.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Path of a file relative to the repository; `None` if it lies outside. `file` must have its links resolved.
    pub fn path_of(&self, file: &Path) -> Option<BString> {
        let below = file.strip_prefix(&self.folder).ok()?;
        let parts: Vec<_> = below.iter().map(OsStr::as_encoded_bytes).collect();
        Some(parts.join(&b'/').into())
    }

    /// Returns the state of a file with this content. Errors: the committed content cannot be read.
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

/// Whether a file equals the committed one, ignoring line ends, which git may convert.
pub(crate) fn is_same(bytes: &[u8], committed: &[u8]) -> bool {
    bytes == committed || bytes.lines().eq(committed.lines())
}
