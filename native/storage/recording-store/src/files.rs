//! Names of source files for display: the path, and the module if several modules have a file of that path.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use faultline_spectrum::{Class, ClassId, SourceFiles};

/// The source files of classes, with names for modules where these are needed to distinguish files.
#[derive(Debug)]
pub struct Files {
    files: SourceFiles,
    /// By home: the shortest sequence of trailing folders that is unique.
    names: BTreeMap<String, String>,
}

impl Files {
    /// The source files of a spectrum's classes.
    pub fn of(classes: &[Class]) -> Self {
        let files = SourceFiles::of(classes);
        let names = short_names(&files.homes());
        Self { files, names }
    }

    /// A number that is equal for classes of one file.
    pub fn number(&self, class: ClassId) -> u32 {
        self.files.number(class)
    }

    /// The folder of a class's module (or the archive), if other modules have a file of the same path.
    pub fn module(&self, class: ClassId) -> Option<&str> {
        self.files.home(class)
    }

    /// The short name of that module; empty if the path alone is unique.
    pub fn module_name(&self, class: ClassId) -> &str {
        self.module(class).and_then(|home| self.names.get(home)).map_or("", String::as_str)
    }
}

/// For each path the shortest sequence of trailing folders that is unique.
fn short_names(homes: &BTreeSet<&str>) -> BTreeMap<String, String> {
    let ending = |home: &str, count: usize| {
        let parts: Vec<_> = Path::new(home).iter().map(|part| part.to_string_lossy()).collect();
        parts[parts.len().saturating_sub(count)..].join("/")
    };
    let longest = homes.iter().map(|home| Path::new(home).iter().count()).max().unwrap_or(0);
    let name = |home: &str| {
        let is_own = |count: &usize| {
            let short = ending(home, *count);
            homes.iter().all(|other| *other == home || ending(other, *count) != short)
        };
        (1..longest).find(is_own).map_or_else(|| home.to_owned(), |count| ending(home, count))
    };
    homes.iter().map(|home| ((*home).to_owned(), name(home))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_named_by_as_few_folders_as_tell_them_apart() {
        let names = |homes: &[&str]| -> Vec<String> {
            short_names(&homes.iter().copied().collect()).into_values().collect()
        };
        assert_eq!(names(&["/p/ma", "/p/mb"]), ["ma", "mb"]);
        assert_eq!(names(&["/p", "/p/sub"]), ["p", "sub"]);
        assert_eq!(names(&["/p/a/core", "/p/b/core", "/p/c"]), ["a/core", "b/core", "c"]);
    }
}
