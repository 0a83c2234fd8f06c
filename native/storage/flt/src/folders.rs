//! Resolves references between files of a folder.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use faultline_spectrum::{ClassDetails, ClassFile, RecordedClass, RecordedDetails, Recording};

use crate::keys::keys_in;
use crate::left;
use crate::read::{classes_of, read_with};
use crate::{FormatError, Key, Note, NoteKind, recordings_in};

/// Reads files and resolves their references to classes in other files of the same folder, each of which is
/// read once.
///
/// Recordings share the descriptions of common classes. Memory: the referenced classes, besides the results.
/// Files created in the meantime are not seen.
#[derive(Debug, Default)]
pub struct Folders {
    shelves: HashMap<PathBuf, Shelf>,
    shared: Shared,
    /// What the rows share that are left in their files; `None` if rows are read.
    left: Option<Arc<left::Shared>>,
}

/// The shared description of each class.
#[derive(Debug, Default)]
struct Shared(HashMap<Key, (Arc<ClassFile>, Arc<ClassDetails>)>);

/// The files and classes of a folder.
#[derive(Debug)]
struct Shelf {
    /// Files of which only the keys of classes have been read.
    closed: Vec<(PathBuf, HashSet<Key>)>,
    classes: HashMap<Key, Described>,
}

/// A class and its details.
pub(crate) type Described = (RecordedClass, RecordedDetails);

impl Folders {
    /// Leaves the rows of tests in their files: each is read when it is asked for, so that memory need not have room for
    /// all of them. Some files are kept open and may be moved meanwhile; no file may change. Ask for [`Folders::failure`] when
    /// all rows have been read.
    pub fn leaving_rows() -> Self {
        Self { left: Some(Arc::default()), ..Self::default() }
    }

    /// Why a row that was left in its file could not be read. It counts as empty.
    pub fn failure(&self) -> Option<FormatError> {
        self.left.as_ref()?.failure()
    }

    pub(crate) fn left(&self) -> Option<&Arc<left::Shared>> {
        self.left.as_ref()
    }

    /// Reads a file, as [`read`](crate::read) does.
    pub fn read(&mut self, path: &Path) -> Result<(Recording, Vec<Note>), FormatError> {
        read_with(path, self)
    }

    /// As [`Folders::read`]; `None` if the file has no complete record.
    pub fn recording(&mut self, path: &Path) -> Result<(Option<Recording>, Vec<Note>), FormatError> {
        let (recording, notes) = self.read(path)?;
        let is_empty = notes.iter().any(|note| note.kind == NoteKind::Empty);
        Ok(((!is_empty).then_some(recording), notes))
    }

    /// The class with this key in a file of the folder.
    pub(crate) fn class(&mut self, folder: &Path, key: Key) -> Option<Described> {
        if !self.shelves.contains_key(folder) {
            self.shelves.insert(folder.to_owned(), Shelf::of(folder));
        }
        let described = self.shelves.get_mut(folder)?.class(key)?;
        self.shared.share(key, &mut described.0, &mut described.1);
        Some(described.clone())
    }

    /// Makes a class share the description of an equal class from an earlier file.
    pub(crate) fn share(
        &mut self,
        key: Key,
        class: &mut RecordedClass,
        details: Option<&mut RecordedDetails>,
    ) {
        self.shared.share(key, class, details.unwrap_or(&mut RecordedDetails::default()));
    }
}

impl Shared {
    fn share(&mut self, key: Key, class: &mut RecordedClass, details: &mut RecordedDetails) {
        let own = || (Arc::clone(&class.file), Arc::clone(&details.details));
        let (file, of_it) = self.0.entry(key).or_insert_with(own);
        if *file == class.file && *of_it == details.details {
            class.file = Arc::clone(file);
            details.details = Arc::clone(of_it);
        }
    }
}

impl Shelf {
    fn of(folder: &Path) -> Self {
        let keyed = |file: PathBuf| {
            let mut keys = HashSet::new();
            // On damage, the keys before it are kept.
            let _ = keys_in(&file, 0, |key| {
                keys.insert(key);
            });
            (!keys.is_empty()).then_some((file, keys))
        };
        let files = recordings_in(folder).unwrap_or_default();
        Self { closed: files.into_iter().filter_map(keyed).collect(), classes: HashMap::new() }
    }

    fn class(&mut self, key: Key) -> Option<&mut Described> {
        while !self.classes.contains_key(&key) {
            let at = self.closed.iter().position(|(_, keys)| keys.contains(&key))?;
            let (file, _) = self.closed.swap_remove(at);
            for (key, class, details) in classes_of(&file) {
                // A key that does not match its class would resolve references to a wrong class.
                if Key::of(&class, &details) == key {
                    self.classes.entry(key).or_insert((class, details));
                }
            }
        }
        self.classes.get_mut(&key)
    }
}
