//! The classes that a class path leads to now.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use faultline_class_file::ClassCode;
use faultline_files::{limits, regular};

use crate::class_path::classes_in;
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
    /// Hashes of its classes, by name.
    Archive(HashMap<String, u64>),
}

/// A class that a class path leads to.
#[derive(Clone, Debug)]
pub struct Found {
    /// What it is.
    pub state: ClassState,
    /// The names of its superclass and interfaces; none if it lies in an archive.
    pub supers: Vec<String>,
}

impl ClassPath {
    /// The class path of these folders and archives. Cost: reads the directories of archives.
    pub fn of(places: &[PathBuf]) -> Self {
        let place = |place: &PathBuf| {
            if place.is_dir() { Place::Folder(place.clone()) } else { Place::Archive(classes_in(place)) }
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
            Self::Archive(classes) => {
                let shape = *classes.get(name)?;
                let state = ClassState { name: name.to_owned(), shape, is_whole: true, methods: Vec::new() };
                Some(Found { state, supers: Vec::new() })
            }
        }
    }
}

fn in_folder(folder: &Path, name: &str) -> Option<Found> {
    let file = folder.join(format!("{}.class", name.replace('.', "/")));
    let class = ClassCode::read(&regular::read(&file, limits::CLASS).ok()?)?;
    let supers = class.interfaces.iter().chain([&class.superclass]).cloned().collect();
    (class.name == name).then(|| Found { state: state(class), supers })
}
