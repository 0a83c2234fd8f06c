//! The classes that a class path leads to now.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use faultline_class_file::ClassCode;
use faultline_files::{limits, regular};

use crate::archive::Archive;
use crate::model::ClassState;
use crate::snapshot::state;

/// A class path, in the order in which a JVM searches it.
#[derive(Debug)]
pub struct ClassPath {
    places: Vec<Place>,
    found: HashMap<String, Option<Found>>,
}

#[derive(Debug)]
enum Place {
    Folder(PathBuf),
    Archive(Archive),
    /// What is neither: it holds no class.
    Other,
}

/// A class that a class path leads to.
#[derive(Clone, Debug)]
pub struct Found {
    /// What it is; as a whole if its code cannot be read.
    pub state: ClassState,
    /// If it lies in an archive: what it is as a whole.
    pub whole: Option<ClassState>,
    /// The names of its superclass and interfaces; none if its code cannot be read.
    pub supers: Vec<String>,
}

impl ClassPath {
    /// The class path of these folders and archives. Cost: reads the directories of archives.
    pub fn of(places: &[PathBuf]) -> Self {
        let place = |place: &PathBuf| {
            if place.is_dir() {
                Place::Folder(place.clone())
            } else {
                Archive::read(place).map_or(Place::Other, Place::Archive)
            }
        };
        Self { places: places.iter().map(place).collect(), found: HashMap::new() }
    }

    /// The class of this name, read once.
    pub fn class(&mut self, name: &str) -> Option<&Found> {
        if !self.found.contains_key(name) {
            let found = self.places.iter().find_map(|place| place.class(name));
            self.found.insert(name.to_owned(), found);
        }
        self.found.get(name)?.as_ref()
    }
}

impl Place {
    fn class(&self, name: &str) -> Option<Found> {
        match self {
            Self::Folder(folder) => in_folder(folder, name),
            Self::Archive(archive) => in_archive(archive, name),
            Self::Other => None,
        }
    }
}

impl Found {
    /// A class by its code.
    fn of(class: ClassCode) -> Self {
        let supers = class.interfaces.iter().chain([&class.superclass]).cloned().collect();
        Self { state: state(class), whole: None, supers }
    }

    /// What to compare a version of the class with.
    pub fn beside(&self, version: &ClassState) -> &ClassState {
        self.whole.as_ref().filter(|_| version.is_whole).unwrap_or(&self.state)
    }
}

fn in_archive(archive: &Archive, name: &str) -> Option<Found> {
    let shape = archive.class_hash(name)?;
    let whole = ClassState { name: name.to_owned(), shape, is_whole: true, methods: Vec::new() };
    Some(match archive.code(name) {
        Some(class) => Found { whole: Some(whole), ..Found::of(class) },
        None => Found { state: whole, whole: None, supers: Vec::new() },
    })
}

fn in_folder(folder: &Path, name: &str) -> Option<Found> {
    let file = folder.join(format!("{}.class", name.replace('.', "/")));
    let class = ClassCode::read(&regular::read(&file, limits::CLASS).ok()?)?;
    (class.name == name).then(|| Found::of(class))
}
