//! Folders that Faultline writes to.

mod marker;
mod refusal;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use self::marker::{Entry, Marker};
use crate::inside::{inside, make_way};

pub use self::marker::MARKER;
pub use self::refusal::Refusal;

/* Ownership of files: an owned folder has a marker, which lists every file and tree that Faultline created in
it. A name is listed before the file is created, so that a program killed in between leaves nothing that the
next one would take for the user's. JVMs write into the folder without listing their files; these are
recognised by content, through the `claims` of the folder's kind. Everything else in the folder is the user's
and is left unchanged. */

/// A kind of folder, as used by a command.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// One word, which is stored in the marker.
    pub name: &'static str,
    /// The option that names the folder, for messages.
    pub option: &'static str,
    /// Whether only the user may access the folder.
    pub is_private: bool,
    /// Whether an unlisted file directly in the folder belongs to Faultline, judged by its content: JVMs
    /// write files without listing them.
    pub claims: fn(&Path) -> bool,
    /// Whether a folder without a marker is accepted if everything in it is claimed: an agent creates folders
    /// without markers.
    pub adopts: bool,
}

/// The `claims` of a kind whose files are all listed.
pub fn claims_nothing(_: &Path) -> bool {
    false
}

/// A folder that Faultline created or found empty. Only through this type are files of an earlier run deleted
/// or replaced.
#[derive(Debug)]
pub struct OwnedFolder {
    root: PathBuf,
    kind: Kind,
    made: Mutex<Made>,
}

#[derive(Debug)]
struct Made {
    marker: Marker,
    entries: BTreeMap<PathBuf, Entry>,
}

impl Made {
    /// Whether a name is inside a listed tree.
    fn is_in_a_tree(&self, name: &Path) -> bool {
        name.ancestors().skip(1).any(|above| self.entries.get(above) == Some(&Entry::Tree))
    }
}

impl OwnedFolder {
    /// Creates the folder, or accepts an existing one that is marked, empty, or contains only files that its
    /// kind claims.
    /// Errors: it contains something else, is a link, or cannot be created, read or written.
    pub fn take(path: &Path, kind: Kind) -> Result<Self, Refusal> {
        let refused = |why| Refusal { path: path.to_owned(), option: kind.option, why };
        refuse_other_things(path).map_err(refused)?;
        make(path, kind).map_err(|error| refused(error.into()))?;
        let root = dunce::canonicalize(path).map_err(|error| refused(error.into()))?;
        match Marker::read(&root).map_err(|error| refused(error.into()))? {
            Some((name, entries)) if name == kind.name => Ok(Self::of(root, kind, entries)),
            Some((name, _)) => Err(refused(refusal::Why::OtherKind(name))),
            None => {
                Marker::clean(&root, kind.name).map_err(|error| refused(error.into()))?;
                if let Some(name) = foreign(&root, kind).map_err(|error| refused(error.into()))? {
                    return Err(refused(refusal::Why::Foreign(name)));
                }
                Marker::begin(&root, kind.name).map_err(|error| refused(error.into()))?;
                Ok(Self::of(root, kind, BTreeMap::new()))
            }
        }
    }

    /// The folder, if it exists and is marked. Errors: the operating system's.
    pub fn existing(path: &Path, kind: Kind) -> io::Result<Option<Self>> {
        if !fs::symlink_metadata(path).is_ok_and(|data| data.is_dir()) {
            return Ok(None);
        }
        let root = dunce::canonicalize(path)?;
        let marker = Marker::read(&root)?.filter(|(name, _)| name == kind.name);
        Ok(marker.map(|(_, entries)| Self::of(root, kind, entries)))
    }

    fn of(root: PathBuf, kind: Kind, entries: BTreeMap<PathBuf, Entry>) -> Self {
        let marker = Marker::in_folder(&root);
        Self { root, kind, made: Mutex::new(Made { marker, entries }) }
    }

    /// The absolute path of the folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The path for a file: lists its name and creates the folders above it.
    /// Errors: an unlisted file is there; the name leads out of the folder; the operating system's.
    pub fn file(&self, name: impl AsRef<Path>) -> io::Result<PathBuf> {
        self.add(name.as_ref(), Entry::File)
    }

    /// The path of a folder whose content belongs entirely to Faultline; created if missing.
    /// Errors: as [`OwnedFolder::file`].
    pub fn tree(&self, name: impl AsRef<Path>) -> io::Result<PathBuf> {
        let path = self.add(name.as_ref(), Entry::Tree)?;
        match fs::symlink_metadata(&path) {
            Ok(data) if data.is_dir() => Ok(path),
            Ok(_) => Err(not_ours(&path)),
            Err(_) => fs::create_dir(&path).map(|()| path),
        }
    }

    /// As [`OwnedFolder::tree`], but removes the previous content. Errors: as there.
    pub fn empty_tree(&self, name: impl AsRef<Path>) -> io::Result<PathBuf> {
        self.remove(name.as_ref())?;
        self.tree(name)
    }

    /// As [`OwnedFolder::file`], but removes the previous file; for files that another program writes.
    /// Errors: as there.
    pub fn fresh(&self, name: impl AsRef<Path>) -> io::Result<PathBuf> {
        self.remove(name.as_ref())?;
        self.file(name)
    }

    /// Writes a file atomically, replacing a listed one. Errors: as [`OwnedFolder::file`].
    pub fn write(&self, name: impl AsRef<Path>, content: &[u8]) -> io::Result<()> {
        let path = self.file(name)?;
        self.replace(&path, |file| io::Write::write_all(file, content))
    }

    /// Moves an outside file to a name in this folder, replacing a listed one. Errors: as
    /// [`OwnedFolder::file`].
    pub fn take_in(&self, from: &Path, name: impl AsRef<Path>) -> io::Result<PathBuf> {
        let to = self.file(name)?;
        crate::rename(from, &to).map(|()| to)
    }

    /// Copies an outside regular file to a name in this folder, replacing a listed one.
    /// Errors: as [`OwnedFolder::file`]; it is no regular file.
    pub fn copy_in(&self, from: &Path, name: impl AsRef<Path>) -> io::Result<PathBuf> {
        if !fs::symlink_metadata(from)?.is_file() {
            return Err(io::Error::other(format!("{} is not a regular file", from.display())));
        }
        let to = self.file(name)?;
        let mut source = fs::File::open(from)?;
        self.replace(&to, |file| io::copy(&mut source, file).map(drop)).map(|()| to)
    }

    /// Writes a file atomically; in a private folder, readable only by its user. Errors: the operating
    /// system's.
    fn replace(&self, path: &Path, write: impl FnOnce(&mut fs::File) -> io::Result<()>) -> io::Result<()> {
        if self.kind.is_private { crate::replace_private(path, write) } else { crate::replace(path, write) }
            .map(drop)
    }

    /// Renames a listed tree to an unused name. Errors: as [`OwnedFolder::tree`].
    pub fn rename_tree(&self, from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<()> {
        let old = self.add(from.as_ref(), Entry::Tree)?;
        let new = self.add(to.as_ref(), Entry::Tree)?;
        crate::rename(old, new)?;
        self.forget(&[from.as_ref().to_owned()])
    }

    /// Whether a name belongs to Faultline: it is listed, is inside a listed tree, or is claimed by this kind
    /// of folder. It need not exist.
    pub fn is_ours(&self, name: impl AsRef<Path>) -> bool {
        let name = name.as_ref();
        let listed = {
            let made = self.made();
            made.entries.contains_key(name) || made.is_in_a_tree(name)
        };
        listed || self.claims(name)
    }

    /// Removes a file or tree that belongs to Faultline; a missing one is no error.
    /// Errors: it belongs to the user; the operating system's.
    pub fn remove(&self, name: impl AsRef<Path>) -> io::Result<()> {
        let name = name.as_ref();
        let path = inside(&self.root, name)?;
        if !is_there(&path) {
            return self.forget(&[name.to_owned()]);
        }
        if !self.is_ours(name) {
            return Err(not_ours(&path));
        }
        let entry = self.made().entries.get(name).copied();
        if !delete(&path, entry)? {
            return Err(not_ours(&path));
        }
        self.forget(&[name.to_owned()])
    }

    /// Removes Faultline's files below a folder, and folders that become empty. Other files are kept.
    /// Errors: the operating system's.
    pub fn remove_below(&self, folder: impl AsRef<Path>) -> io::Result<()> {
        let folder = folder.as_ref();
        let is_below = |name: &&PathBuf| name.starts_with(folder);
        let listed: Vec<PathBuf> = self.made().entries.keys().filter(is_below).cloned().collect();
        self.delete_listed(&listed)
    }

    /// Removes all of Faultline's files except the marker, and folders that become empty.
    /// Errors: the operating system's.
    pub fn clear(&self) -> io::Result<()> {
        let listed: Vec<PathBuf> = self.made().entries.keys().cloned().collect();
        for name in names(&self.root)?.iter().filter(|name| self.claims(Path::new(name))) {
            fs::remove_file(self.root.join(name))?;
        }
        self.delete_listed(&listed)
    }

    fn delete_listed(&self, listed: &[PathBuf]) -> io::Result<()> {
        for name in listed {
            let Ok(path) = inside(&self.root, name) else { continue };
            if is_there(&path) {
                let entry = self.made().entries.get(name).copied();
                delete(&path, entry)?;
            }
            remove_empty_above(&path, &self.root);
        }
        self.forget(listed)
    }

    /// Removes all of Faultline's files, and the folder itself unless it contains files of the user's.
    /// Errors: the operating system's.
    pub fn remove_all(self) -> io::Result<()> {
        self.clear()?;
        fs::remove_file(self.root.join(MARKER))?;
        // Fails if files of the user's remain.
        let _ = fs::remove_dir(&self.root);
        Ok(())
    }

    fn claims(&self, name: &Path) -> bool {
        let is_right_here = name.components().count() == 1;
        let path = self.root.join(name);
        is_right_here
            && fs::symlink_metadata(&path).is_ok_and(|data| data.is_file())
            && (self.kind.claims)(&path)
    }

    fn add(&self, name: &Path, entry: Entry) -> io::Result<PathBuf> {
        let path = inside(&self.root, name)?;
        let is_listed = {
            let made = self.made();
            made.entries.get(name) == Some(&entry) || made.is_in_a_tree(name)
        };
        if !is_listed {
            if is_there(&path) && !self.is_ours(name) {
                return Err(not_ours(&path));
            }
            let mut made = self.made();
            made.marker.add(name, entry)?;
            made.entries.insert(name.to_owned(), entry);
        }
        make_way(&path)?;
        Ok(path)
    }

    /// Removes names from the list.
    fn forget(&self, names: &[PathBuf]) -> io::Result<()> {
        let mut made = self.made();
        let before = made.entries.len();
        for name in names {
            made.entries.remove(name);
        }
        if made.entries.len() == before {
            return Ok(());
        }
        let Made { marker, entries } = &mut *made;
        marker.rewrite(self.kind.name, entries)
    }

    fn made(&self) -> MutexGuard<'_, Made> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Rejects paths that exist and are not a folder.
fn refuse_other_things(path: &Path) -> Result<(), refusal::Why> {
    match fs::symlink_metadata(path) {
        Ok(data) if data.is_symlink() => Err(refusal::Why::Link(fs::read_link(path).unwrap_or_default())),
        Ok(data) if !data.is_dir() => Err(refusal::Why::NoFolder),
        _ => Ok(()),
    }
}

fn make(path: &Path, kind: Kind) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    make_way(path)?;
    if kind.is_private { crate::private_folder(path) } else { fs::create_dir_all(path) }
}

/// A file that is not claimed, in a folder without a marker.
fn foreign(root: &Path, kind: Kind) -> io::Result<Option<PathBuf>> {
    let is_ours = |name: &PathBuf| {
        let path = root.join(name);
        match fs::symlink_metadata(&path) {
            Ok(data) if data.is_dir() => {
                kind.adopts && Marker::read(&path).is_ok_and(|marker| marker.is_some())
            }
            Ok(data) => kind.adopts && data.is_file() && (kind.claims)(&path),
            Err(_) => false,
        }
    };
    Ok(names(root)?.into_iter().find(|name| !is_ours(name)))
}

/// The names in a folder, in order.
fn names(root: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = crate::limits::FOLDER.entries(root)?;
    Ok(entries.iter().map(|entry| PathBuf::from(entry.file_name())).collect())
}

fn is_there(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Deletes a listed file or tree, or something in a listed tree; links are deleted, not followed. Returns
/// whether it did: a folder in the place of a listed file, or the reverse, belongs to the user.
fn delete(path: &Path, entry: Option<Entry>) -> io::Result<bool> {
    let is_folder = fs::symlink_metadata(path)?.is_dir();
    if entry.is_some_and(|entry| (entry == Entry::Tree) != is_folder) {
        return Ok(false);
    }
    if is_folder { fs::remove_dir_all(path) } else { fs::remove_file(path) }.map(|()| true)
}

fn remove_empty_above(path: &Path, root: &Path) {
    for folder in path.ancestors().skip(1).take_while(|folder| *folder != root) {
        if fs::remove_dir(folder).is_err() {
            return;
        }
    }
}

fn not_ours(path: &Path) -> io::Error {
    let what = format!("{} is there already and was not made by faultline", path.display());
    io::Error::new(io::ErrorKind::AlreadyExists, what)
}

#[cfg(test)]
mod tests;
