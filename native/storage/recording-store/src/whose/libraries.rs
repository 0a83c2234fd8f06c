//! Archives below the project that hold other people's code.

use std::collections::{BTreeMap, BTreeSet};

use faultline_spectrum::{RecordedClass, is_archive};

use super::package;
use super::source_roots::SourceRoots;

/// How many leading names of a package say whose it is: `org.example` of `org.example.app.model`.
const OWNERS_NAMES: usize = 2;

/// The classes of libraries, by archive. A class of an archive is the project's if its source lies below the
/// project, or if the archive has such a class whose package begins with the same two names: sources may be
/// generated and deleted. Where the project has no source of any recorded class, nothing is known and
/// nothing is left out.
pub fn find(classes: &[&RecordedClass], sources: &mut SourceRoots) -> BTreeMap<String, BTreeSet<String>> {
    let mut archives = BTreeMap::<&str, Vec<&RecordedClass>>::new();
    for class in classes.iter().filter(|class| is_archive(&class.location)) {
        archives.entry(&class.location).or_default().push(class);
    }
    let mut libraries = BTreeMap::new();
    for (location, of_archive) in &archives {
        if !sources.has_below(location) {
            continue;
        }
        let (own, others): (Vec<&RecordedClass>, Vec<&RecordedClass>) =
            of_archive.iter().partition(|class| sources.of(class).is_some());
        let owners: BTreeSet<String> = own.iter().map(|class| owner(&class.name)).collect();
        let foreign = others.into_iter().filter(|class| !owners.contains(&owner(&class.name)));
        let names: BTreeSet<String> = foreign.map(|class| class.name.clone()).collect();
        if !names.is_empty() {
            libraries.insert((*location).to_owned(), names);
        }
    }
    let is_library = |class: &RecordedClass| super::holds(&libraries, class);
    let has_sources = !libraries.is_empty()
        && classes.iter().any(|class| !is_library(class) && sources.of(class).is_some());
    if has_sources { libraries } else { BTreeMap::new() }
}

fn owner(class: &str) -> String {
    package(class).split('.').take(OWNERS_NAMES).collect::<Vec<_>>().join(".")
}
