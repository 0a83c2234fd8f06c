//! Files that refer to one another.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use faultline_spectrum::{ClassDetails, ClassFile, RecordedClass, RecordedDetails, Recording};

use crate::keys::keys_in;
use crate::read::{classes_of, read_with};
use crate::{FormatError, Key, Note, NoteKind, recordings_in};

/// Reads files, and the classes that they leave to other files of their folders, each of which it reads once.
///
/// Recordings share what is said of the classes that they have in common. Memory: the classes that were referred to, besides what is
/// given. Files that are made meanwhile are not seen.
#[derive(Debug, Default)]
pub struct Folders {
    folders: HashMap<PathBuf, Shelf>,
    shared: Shared,
}

/// What is said of classes, once of each.
#[derive(Debug, Default)]
struct Shared(HashMap<Key, (Arc<ClassFile>, Arc<ClassDetails>)>);

/// A folder.
#[derive(Debug)]
struct Shelf {
    /// Files whose classes are not known yet but for their keys.
    closed: Vec<(PathBuf, HashSet<Key>)>,
    classes: HashMap<Key, Described>,
}

/// A class and what else is known of it.
pub(crate) type Described = (RecordedClass, RecordedDetails);

impl Folders {
    /// Reads a file, as [`read`](crate::read) does.
    pub fn read(&mut self, path: &Path) -> Result<(Recording, Vec<Note>), FormatError> {
        read_with(path, self)
    }

    /// As [`Folders::read`]; no recording where the file has no complete record.
    pub fn recording(&mut self, path: &Path) -> Result<(Option<Recording>, Vec<Note>), FormatError> {
        let (recording, notes) = self.read(path)?;
        let is_empty = notes.iter().any(|note| note.kind == NoteKind::Empty);
        Ok(((!is_empty).then_some(recording), notes))
    }

    /// The class that a file of that folder has under a key.
    pub(crate) fn class(&mut self, folder: &Path, key: Key) -> Option<Described> {
        if !self.folders.contains_key(folder) {
            self.folders.insert(folder.to_owned(), Shelf::of(folder));
        }
        let described = self.folders.get_mut(folder)?.class(key)?;
        self.shared.share(key, &mut described.0, &mut described.1);
        Some(described.clone())
    }

    /// A class that stands in a file is henceforth the one that stood in another before, if they are equal.
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
            // What is damaged has the keys in front of the damage.
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
                // A key that is not what it stands for would give somebody a wrong class.
                if Key::of(&class, &details) == key {
                    self.classes.entry(key).or_insert((class, details));
                }
            }
        }
        self.classes.get_mut(&key)
    }
}
