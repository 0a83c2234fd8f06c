//! Groups classes by source file, even if several modules have files of the same path.

use std::collections::{BTreeSet, HashMap};

use crate::{Class, ClassId, RecordedClass};

/* A file is identified by its path below a source root, which can be the same in two modules of a project.
They are distinguished by the location of their classes: the folder of the module, or the archive if no module
is known. Two builds of one module have the same home. A class without a location (an imported one) joins the
home if there is only one. */

/// Folders into which build tools write classes and archives, below the module.
const OUTPUT_FOLDERS: [&str; 4] = ["/target/", "/build/", "/out/", "/bin/"];
/// Subfolders of those in which an archive is the module's own and not a copied dependency.
const FOLDERS_OF_OWN_ARCHIVES: [&str; 2] = ["", "libs"];

/// Endings of the names of archives of classes.
const ENDINGS_OF_ARCHIVES: [&str; 4] = [".jar", ".war", ".ear", ".zip"];

/// The location of classes without a class file, which were compiled in memory.
pub const IN_MEMORY: &str = "memory:";

/// The source files of some classes.
#[derive(Clone, Debug, Default)]
pub struct SourceFiles {
    /// The file number of each class.
    numbers: Vec<u32>,
    /// Per file: its home, if another file has the same path.
    homes: Vec<Option<String>>,
}

impl SourceFiles {
    /// Groups a spectrum's classes. Cost: O(classes).
    pub fn of(classes: &[Class]) -> Self {
        Self::numbered(
            classes.iter().map(|class| (path_key(class.source_path(), &class.name), home(&class.location))),
        )
    }

    /// Groups the classes of recordings, in their order; a class may appear more than once.
    pub fn of_recorded<'a>(classes: impl IntoIterator<Item = &'a RecordedClass>) -> Self {
        let classes: Vec<_> = classes.into_iter().collect();
        let mut places = HashMap::<(&str, u64), &str>::new();
        for class in &classes {
            let place = places.entry((&class.name, class.hash)).or_default();
            *place = better_location(place, &class.location);
        }
        let files = classes.iter().map(|class| {
            let path = class.source_file.as_deref().map(|file| below_package(&class.name, file));
            (path_key(path, &class.name), home(places[&(class.name.as_str(), class.hash)]))
        });
        Self::numbered(files)
    }

    fn numbered<'a>(files: impl Iterator<Item = (PathKey, Option<&'a str>)>) -> Self {
        let files: Vec<_> = files.collect();
        let mut homes = HashMap::<&PathKey, BTreeSet<&str>>::new();
        for (path, home) in &files {
            homes.entry(path).or_default().extend(*home);
        }
        let mut known = HashMap::<(&PathKey, Option<&str>), u32>::new();
        let mut of = Self { numbers: Vec::with_capacity(files.len()), homes: Vec::new() };
        for (path, home) in &files {
            // If there is at most one home, all classes of the path are in one file.
            let home = home.filter(|_| homes[path].len() > 1);
            let next = known.len() as u32;
            let number = *known.entry((path, home)).or_insert(next);
            if number == next {
                of.homes.push(home.map(str::to_owned));
            }
            of.numbers.push(number);
        }
        of
    }

    /// The file number of a class, from 0; equal for classes of one file. Classes with one path and different
    /// homes are in different files; a class without a known source has its own number.
    pub fn number(&self, class: ClassId) -> u32 {
        self.numbers[class.index()]
    }

    /// The file number of each class.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The home of a class's file, if another file has the same path: the module's folder, or the archive.
    /// `None` if the path is unique or the home is unknown.
    pub fn home(&self, class: ClassId) -> Option<&str> {
        self.homes[self.number(class) as usize].as_deref()
    }

    /// All homes that distinguish files, each once.
    pub fn homes(&self) -> BTreeSet<&str> {
        self.homes.iter().flatten().map(String::as_str).collect()
    }
}

/// (whether the path is known, the path or else the class's name).
type PathKey = (bool, String);

fn path_key(path: Option<String>, class: &str) -> PathKey {
    (path.is_some(), path.unwrap_or_else(|| class.to_owned()))
}

/// The path of a class's source file below a source root. A file is in the class's package unless it begins
/// with a slash.
pub(crate) fn below_package(class: &str, file: &str) -> String {
    if let Some(path) = file.strip_prefix('/') {
        return path.to_owned();
    }
    match class.rsplit_once('.') {
        Some((package, _)) => format!("{}/{file}", package.replace('.', "/")),
        None => file.to_owned(),
    }
}

/// Distinguishes files of the same path by the location of their classes: the module's folder, or the
/// location itself.
fn home(location: &str) -> Option<&str> {
    module_of(location).or(Some(location).filter(|location| !location.is_empty() && *location != IN_MEMORY))
}

/// The folder of the module in which classes loaded from `location` (a path or file URL) were built:
/// `/p/core` for `/p/core/target/classes` and `/p/core/build/libs/core.jar`. `None` if unknown, as for an
/// archive that was copied elsewhere. A place inside an archive is as good as the archive.
pub fn module_of(location: &str) -> Option<&str> {
    let path = outer_location(location);
    let path = path.strip_prefix("file:").unwrap_or(path);
    // `file:///p` is `/p`.
    let slashes = path.len() - path.trim_start_matches('/').len();
    let path = path[slashes.saturating_sub(1)..].trim_end_matches('/');
    let (at, folder) = OUTPUT_FOLDERS
        .iter()
        .filter_map(|folder| {
            // The output folder itself may be the location.
            let end = &folder[..folder.len() - 1];
            let inside = path.rfind(folder).or_else(|| path.ends_with(end).then(|| path.len() - end.len()));
            Some((inside?, *folder))
        })
        .max()?;
    let inside = path.get(at + folder.len()..).unwrap_or_default();
    let own = !is_archive(path)
        || FOLDERS_OF_OWN_ARCHIVES.contains(&inside.rsplit_once('/').map_or("", |(folders, _)| folders));
    own.then_some(&path[..at]).filter(|module| !module.is_empty())
}

/// Whether a location is an archive, by its name, or a place inside one.
pub fn is_archive(location: &str) -> bool {
    ENDINGS_OF_ARCHIVES.iter().any(|ending| outer_location(location).ends_with(ending))
}

/// The folder or archive that a location is, or is inside of: `/p/app.jar` for `/p/app.jar!/BOOT-INF/classes`.
pub fn outer_location(location: &str) -> &str {
    let ends = || location.match_indices("!/").map(|(at, _)| at);
    // The name of a folder may end so, too: `/p/wow!/classes`.
    let is_archive = |at: &usize| {
        let inside = &location[at + 2..];
        ENDINGS_OF_ARCHIVES.iter().any(|ending| location[..*at].ends_with(ending))
            || inside.starts_with("BOOT-INF/")
            || inside.starts_with("WEB-INF/")
    };
    ends().find(is_archive).map_or(location, |at| &location[..at])
}

/// Of two locations of the same class file, the one that better indicates where it was built: a module's
/// folder of classes before its archive before any other. Ties go to the smaller, so that order does not
/// matter.
pub(crate) fn better_location<'a>(one: &'a str, other: &'a str) -> &'a str {
    let rank = |location: &'a str| {
        let kind = match (location.is_empty(), module_of(location).is_some(), is_archive(location)) {
            (true, ..) => 4,
            _ if location == IN_MEMORY => 3,
            (_, true, false) => 0,
            (_, true, true) => 1,
            _ => 2,
        };
        (kind, location)
    };
    if rank(one) <= rank(other) { one } else { other }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(name: &str, file: Option<&str>, location: &str) -> Class {
        Class { name: name.into(), source_file: file.map(Into::into), hash: 0, location: location.into() }
    }

    #[test]
    fn a_place_inside_is_one_of_an_archive_and_not_of_a_folder_with_an_exclamation_mark() {
        for (location, outer) in [
            ("/p/app.jar!/BOOT-INF/classes", "/p/app.jar"),
            ("/p/app.war!/WEB-INF/lib/x.jar", "/p/app.war"),
            ("/p/app!/BOOT-INF/classes", "/p/app"),
            ("/p/wow!/target/classes", "/p/wow!/target/classes"),
            ("/p/wow!/lib/a.jar!/x", "/p/wow!/lib/a.jar"),
            ("", ""),
        ] {
            assert_eq!(outer_location(location), outer);
        }
    }

    #[test]
    fn locations_name_their_module() {
        assert_eq!(module_of("file:/p/core/target/classes/"), Some("/p/core"));
        assert_eq!(module_of("file:///p/core/target/classes/"), Some("/p/core"));
        assert_eq!(module_of("/p/core/build/classes/java/main"), Some("/p/core"));
        assert_eq!(module_of("/build/p/out/production/p"), Some("/build/p"));
        assert_eq!(module_of("/p/core/bin"), Some("/p/core"));
        assert_eq!(module_of("/p/core/target/core-1.jar"), Some("/p/core"));
        assert_eq!(module_of("/p/core/build/libs/core-1.jar"), Some("/p/core"));
        assert_eq!(module_of("/p/lib.jar"), None);
        assert_eq!(module_of(""), None);
    }

    #[test]
    fn a_place_inside_an_archive_is_of_the_archives_module() {
        let inside = "/p/app/target/app-1.jar!/BOOT-INF/classes";
        assert_eq!(module_of(inside), Some("/p/app"));
        assert!(is_archive(inside) && is_archive("/p/app.war!/WEB-INF/lib/x.jar"));
        assert_eq!(module_of("/p/all/target/copied/app-1.jar!/BOOT-INF/classes"), None);
        assert_eq!(better_location(inside, "/p/app/target/classes"), "/p/app/target/classes");
    }

    #[test]
    fn an_archive_that_was_copied_is_not_the_modules_that_it_was_copied_to() {
        assert_eq!(module_of("/p/app/target/lib/core-1.jar"), None);
        assert_eq!(module_of("/p/app/target/app-1/WEB-INF/lib/core-1.jar"), None);
    }

    #[test]
    fn of_several_places_of_the_same_bytes_the_module_that_built_them_is_the_better_one() {
        let places = ["/p/app/target/lib/z.jar", "/p/z/target/z-1.jar", "/p/z/target/classes", ""];
        for one in places {
            assert_eq!(better_location(one, places[2]), places[2]);
            assert_eq!(better_location(places[2], one), places[2]);
        }
        assert_eq!(better_location(places[0], places[1]), places[1]);
    }

    #[test]
    fn classes_of_one_path_and_different_modules_are_of_different_files() {
        let files = SourceFiles::of(&[
            class("x.Same", Some("Same.java"), "/p/ma/target/classes"),
            class("x.Same$In", Some("Same.java"), "/p/ma/target/ma-1.jar"),
            class("x.Same", Some("Same.java"), "/p/mb/target/classes"),
            class("x.Other", Some("Other.java"), "/p/mb/target/classes"),
        ]);
        assert_eq!(files.numbers(), [0, 0, 1, 2]);
        assert_eq!(files.home(ClassId(1)), Some("/p/ma"));
        assert_eq!(files.home(ClassId(2)), Some("/p/mb"));
        assert_eq!(files.home(ClassId(3)), None, "no other file has its path");
        assert_eq!(files.homes(), BTreeSet::from(["/p/ma", "/p/mb"]));
    }

    #[test]
    fn builds_of_one_module_and_classes_without_a_location_are_of_one_file() {
        let files = SourceFiles::of(&[
            class("x.Same", Some("Same.java"), "/p/ma/target/classes"),
            class("x.Same", Some("Same.java"), "/p/ma/target/classes"),
            class("x.Same", Some("Same.java"), ""),
        ]);
        assert_eq!(files.numbers(), [0, 0, 0]);
        assert!(files.homes().is_empty());
    }

    #[test]
    fn classes_of_one_name_without_a_module_are_told_apart_by_their_archives() {
        let files = SourceFiles::of(&[class("x.A", None, "/lib/a.jar"), class("x.A", None, "/lib/b.jar")]);
        assert_eq!(files.numbers(), [0, 1]);
        assert_eq!(files.home(ClassId(0)), Some("/lib/a.jar"));
    }
}
