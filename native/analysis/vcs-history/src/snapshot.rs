//! The files of a revision, and their uncommitted versions.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};
use gix::bstr::{BStr, BString, ByteSlice};
use gix::{ObjectId, Repository};

use crate::mine::tip;
use crate::units::{Finder, UnitKind};
use crate::untouched::is_same;
use crate::{HistoryError, opened, tree};

/// The files of a revision; for the checked-out one, optionally as they are in the working tree.
#[derive(Debug)]
pub struct Snapshot {
    repository: Repository,
    commit: ObjectId,
    files: HashMap<BString, ObjectId>,
    /// Paths by file name.
    by_name: HashMap<BString, Vec<BString>>,
    /// The root of the working tree, if its files count.
    worktree: Option<PathBuf>,
}

impl Snapshot {
    /// Opens a revision. With `with_uncommitted`, files of the working tree take precedence over committed ones. Errors:
    /// those of [`crate::mine`].
    pub fn of(folder: &Path, revision: &str, with_uncommitted: bool) -> Result<Self, HistoryError> {
        let repository = opened::open(folder)?;
        let snapshot = Self::within(&repository, folder, revision, with_uncommitted);
        snapshot.map_err(|error| opened::explained(error, &repository))
    }

    fn within(
        repository: &Repository,
        folder: &Path,
        revision: &str,
        with_uncommitted: bool,
    ) -> Result<Self, HistoryError> {
        let id = tip(repository, folder, revision)?;
        let commit = repository.find_commit(id).map_err(|error| HistoryError::object(id, error))?;
        let tree = commit.tree_id().map_err(|error| HistoryError::object(id, error))?.detach();
        let files = tree::files(repository, tree)?.into_iter();
        let files: HashMap<BString, ObjectId> =
            files.filter(|(_, entry)| entry.is_file()).map(|(path, entry)| (path, entry.id)).collect();
        let mut by_name: HashMap<BString, Vec<BString>> = HashMap::new();
        for path in files.keys() {
            by_name.entry(name(path.as_bstr()).to_owned()).or_default().push(path.clone());
        }
        for paths in by_name.values_mut() {
            paths.sort();
        }
        let worktree = repository.workdir().filter(|_| with_uncommitted).map(Path::to_owned);
        Ok(Self { commit: id, repository: repository.clone(), files, by_name, worktree })
    }

    /// The commit's hash in hexadecimal digits.
    pub fn commit(&self) -> String {
        self.commit.to_string()
    }

    /// The root of the working tree; `None` in a bare repository.
    pub fn worktree(&self) -> Option<&Path> {
        self.repository.workdir()
    }

    /// Returns the paths that end with a path relative to a source root, as `org/example/Foo.java`, shortest first. If none
    /// is committed, searches the folders of the working tree that have committed files.
    pub fn paths(&self, below: &str) -> Vec<BString> {
        let below = BStr::new(below);
        let named = self.by_name.get(name(below)).map_or(&[][..], Vec::as_slice);
        let mut paths: Vec<BString> =
            named.iter().filter(|path| ends_with(path.as_bstr(), below)).cloned().collect();
        if let (Some(worktree), true) = (&self.worktree, paths.is_empty()) {
            let package = folder(below);
            let beside = self.files.keys().map(|path| folder(path.as_bstr()));
            let folders: HashSet<&BStr> = beside.filter(|folder| ends_with(folder, package)).collect();
            let new = folders.into_iter().map(|folder| {
                let slash: &[u8] = if folder.is_empty() { b"" } else { b"/" };
                BString::from([folder, slash, name(below)].concat())
            });
            let is_there = |path: &BString| path.to_path().is_ok_and(|path| worktree.join(path).is_file());
            paths.extend(new.filter(is_there));
        }
        paths.sort_by(|a, b| a.len().cmp(&b.len()).then(a.cmp(b)));
        paths
    }

    /// Reads the committed content of a file; `None` if the path does not exist. Errors: it cannot be read.
    pub fn committed(&self, path: &BString) -> Result<Option<Vec<u8>>, HistoryError> {
        let Some(&id) = self.files.get(path) else { return Ok(None) };
        let object = self
            .repository
            .find_object(id)
            .map_err(|error| opened::explained(HistoryError::object(id, error), &self.repository))?;
        Ok(Some(object.detach().data))
    }

    /// Reads a file of the working tree if it differs from the committed one. Errors: the committed one cannot be read.
    pub fn uncommitted(&self, path: &BString) -> Result<Option<Vec<u8>>, HistoryError> {
        let Some(folder) = &self.worktree else { return Ok(None) };
        let Ok(file) = path.to_path() else { return Ok(None) };
        let Ok(bytes) = regular::read(&folder.join(file), limits::SOURCE) else { return Ok(None) };
        let Some(committed) = self.committed(path)? else { return Ok(Some(bytes)) };
        Ok((!is_same(&bytes, &committed)).then_some(bytes))
    }
}

/// Whether a path ends with another, at a boundary between path components.
fn ends_with(path: &BStr, end: &BStr) -> bool {
    let rest = path.strip_suffix(end.as_bytes());
    rest.is_some_and(|rest| rest.is_empty() || end.is_empty() || rest.ends_with(b"/"))
}

/// The parent folder of a file; empty at the root.
fn folder(path: &BStr) -> &BStr {
    path.rfind_byte(b'/').map_or(BStr::new(b""), |slash| path[..slash].as_bstr())
}

fn name(path: &BStr) -> &BStr {
    path.rsplit(|&byte| byte == b'/').next().unwrap_or_default().as_bstr()
}

/// Returns the methods and constructors of a Java source, named as in [`crate::UnitName`], with their lines from 0.
pub fn methods(source: &[u8]) -> Vec<(String, Range<u32>)> {
    let units = Finder::new().units(source, None).0.lines.into_iter();
    units.filter(|((kind, _), _)| *kind == UnitKind::Method).map(|((_, name), lines)| (name, lines)).collect()
}
