//! Archives and folders below the project that hold other people's code.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::iter;
use std::path::Path;

use faultline_files::{limits, regular};
use faultline_spectrum::{RecordedClass, is_archive};

use super::package;
use super::source_roots::SourceRoots;
use crate::sources::{MISFIT, fit::Shape, text};

/// How many leading names of a package say whose it is: `org.example` of `org.example.app.model`.
const OWNERS_NAMES: usize = 2;
/// Packages that many owners share, who differ in a third name.
const SHARED: [&str; 7] =
    ["com.github", "com.gitlab", "com.google", "io.github", "org.apache", "org.codehaus", "org.eclipse"];
/// Names inside of a package that show a library which was moved there: `org.own.shaded.com.google.gson`.
const OF_MOVED: [&str; 16] = [
    "com",
    "org",
    "net",
    "javax",
    "jakarta",
    "shaded",
    "shadow",
    "relocated",
    "repackaged",
    "bundled",
    "embedded",
    "vendor",
    "vendored",
    "thirdparty",
    "third_party",
    "dependencies",
];

/// The classes of libraries, by location. A class is the project's if its source lies below the project, or if
/// its [`owner`] has a class with such a source: sources may be generated and deleted. For an archive only its own classes count, for a folder, into which a build may have unpacked
/// a library, those of the project; and in an archive a class without a source is a library's where neither its
/// package nor one above has a source. Where the project has no source of any recorded class, nothing is known
/// and nothing is left out. An archive with another version of the project's classes is a library as well. Classes whose names are `translated` have sources of other kinds.
pub fn find(
    classes: &[&RecordedClass],
    translated: &HashSet<&str>,
    sources: &mut SourceRoots,
) -> BTreeMap<String, BTreeSet<String>> {
    let mut sources = Sources { translated, roots: sources };
    let (archived, in_folders): (Vec<&RecordedClass>, Vec<&RecordedClass>) =
        classes.iter().partition(|class| is_archive(&class.location));
    let mut libraries = BTreeMap::new();
    let others = other_versions(&archived, &in_folders, sources.roots);
    for (location, of_archive) in by_location(&archived) {
        if others.contains(location) {
            add(&mut libraries, location, of_archive.iter().map(|class| class.name.clone()).collect());
        } else if sources.roots.has_below(location) {
            let mut names = foreign(&of_archive, &mut sources);
            names.extend(in_packages_without_sources(&of_archive, &mut sources));
            add(&mut libraries, location, names);
        }
    }
    let owners: BTreeSet<&str> = in_folders.iter().map(|class| owner(&class.name)).collect();
    // Of one owner alone, no class is in doubt: most projects are not searched for sources.
    if owners.len() > 1 || in_folders.iter().any(|class| is_moved(&class.name)) {
        let unpacked = foreign(&in_folders, &mut sources);
        for (location, of_folder) in by_location(&in_folders) {
            if sources.roots.has_below(location) {
                let names = of_folder.iter().map(|class| &class.name);
                let unpacked = names.filter(|name| unpacked.contains(*name)).cloned();
                add(&mut libraries, location, unpacked.collect());
            }
        }
    }
    let is_library = |class: &RecordedClass| super::holds(&libraries, class);
    let has_sources =
        !libraries.is_empty() && classes.iter().any(|class| !is_library(class) && sources.has(class));
    if has_sources { libraries } else { BTreeMap::new() }
}

/// The archives that hold a class which folders of the project hold with other bytes, and whose lines are those of none
/// of its sources: an older release, with which tests compare the project.
fn other_versions<'a>(
    archived: &[&'a RecordedClass],
    in_folders: &[&RecordedClass],
    sources: &mut SourceRoots,
) -> HashSet<&'a str> {
    let own: HashMap<&str, &RecordedClass> =
        in_folders.iter().map(|class| (class.name.as_str(), *class)).collect();
    let mut found = HashSet::new();
    for class in archived {
        let Some(now) = own.get(class.name.as_str()).filter(|now| now.hash != class.hash) else { continue };
        let files = sources.candidates(class);
        let fits = |class: &RecordedClass| files.iter().any(|file| misfit(class, file) <= MISFIT);
        if !files.is_empty() && !fits(class) && fits(now) {
            found.insert(class.location.as_str());
        }
    }
    found
}

fn misfit(class: &RecordedClass, file: &Path) -> f64 {
    let text = text::decode(regular::read(file, limits::SOURCE).unwrap_or_default());
    Shape::of_file(class).misfit(&text::lines(&text))
}

/// The classes with sources in the project.
struct Sources<'a> {
    translated: &'a HashSet<&'a str>,
    roots: &'a mut SourceRoots,
}

impl Sources<'_> {
    fn has(&mut self, class: &RecordedClass) -> bool {
        self.translated.contains(class.name.as_str()) || self.roots.of(class).is_some()
    }
}

fn by_location<'a>(classes: &[&'a RecordedClass]) -> BTreeMap<&'a str, Vec<&'a RecordedClass>> {
    let mut places = BTreeMap::<&str, Vec<&RecordedClass>>::new();
    for class in classes {
        places.entry(&class.location).or_default().push(class);
    }
    places
}

fn add(libraries: &mut BTreeMap<String, BTreeSet<String>>, location: &str, names: BTreeSet<String>) {
    if !names.is_empty() {
        libraries.insert(location.to_owned(), names);
    }
}

/// Those classes that have no source, and no owner who has another of them, or that were moved into the owner's
/// packages.
fn foreign(classes: &[&RecordedClass], sources: &mut Sources<'_>) -> BTreeSet<String> {
    let (own, others): (Vec<&RecordedClass>, Vec<&RecordedClass>) =
        classes.iter().partition(|class| sources.has(class));
    let owners: BTreeSet<&str> = own.iter().map(|class| owner(&class.name)).collect();
    let is_foreign = |class: &&RecordedClass| !owners.contains(owner(&class.name)) || is_moved(&class.name);
    others.into_iter().filter(is_foreign).map(|class| class.name.clone()).collect()
}

/// Those of an archive's classes for whose package, and those above it, the project has no source: a tool may have moved
/// them among the project's packages. What stands below code of the project may be generated.
fn in_packages_without_sources<'a>(classes: &[&'a RecordedClass], sources: &mut Sources<'_>) -> Vec<String> {
    let (own, others): (Vec<&'a RecordedClass>, Vec<&'a RecordedClass>) =
        classes.iter().partition(|class| sources.has(class));
    let mut known: HashMap<&str, bool> = own.iter().map(|class| (package(&class.name), true)).collect();
    let mut has_sources =
        |package| *known.entry(package).or_insert_with(|| sources.roots.has_package(package));
    let mut is_near_sources = |name| iter::successors(Some(name), above).any(&mut has_sources);
    let of_others = others.into_iter().filter(|&class| !is_near_sources(package(&class.name)));
    of_others.map(|class| class.name.clone()).collect()
}

/// The package above one; `None` above the first name.
fn above<'a>(name: &&'a str) -> Option<&'a str> {
    name.rsplit_once('.').map(|(above, _)| above)
}

/// The leading names of a class's package that say whose it is.
fn owner(class: &str) -> &str {
    let package = package(class);
    let ends = package.match_indices('.').map(|(at, _)| at).chain([package.len()]);
    let first = |count: usize| &package[..ends.clone().nth(count - 1).unwrap_or(package.len())];
    let owner = first(OWNERS_NAMES);
    if SHARED.contains(&owner) { first(OWNERS_NAMES + 1) } else { owner }
}

fn is_moved(class: &str) -> bool {
    package(class).split('.').skip(OWNERS_NAMES).any(|name| OF_MOVED.contains(&name))
}
