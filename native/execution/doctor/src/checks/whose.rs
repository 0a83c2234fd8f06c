//! Names recorded classes that are not the project's.

use std::collections::{BTreeMap, BTreeSet};

use faultline_messages::words::counted;
use faultline_spectrum::IN_MEMORY;

use super::super::case::Case;
use super::super::finding::{Code, Finding};

/// Reports classes of tests and of libraries that rankings leave out.
pub fn check(case: &Case) -> Vec<Finding> {
    let (tests, libraries) = (&case.left_out.tests, &case.left_out.libraries);
    let of_tests = (!tests.is_empty()).then(|| {
        Finding::new(
            Code::ClassesOfTests,
            format!("{} left out: code of tests, by what ran or lies beside it", classes_in(tests)),
            "if they are to be suspected, name them: faultline run --include 'org.example.*' -- ...",
        )
        .with(super::some_of(places(tests)))
    });
    let of_libraries = (!libraries.is_empty()).then(|| {
        Finding::new(
            Code::ClassesOfLibraries,
            format!("{} left out: code of libraries, without a source in the project", classes_in(libraries)),
            "if they are to be suspected, name them: faultline run --include 'org.example.*' -- ...",
        )
        .with(super::some_of(places(libraries)))
    });
    of_tests.into_iter().chain(of_libraries).collect()
}

fn classes_in(places: &BTreeMap<String, BTreeSet<String>>) -> String {
    let classes = counted(places.values().map(BTreeSet::len).sum(), "class");
    if places.len() == 1 { classes } else { format!("{classes} of {}", counted(places.len(), "place")) }
}

fn places(places: &BTreeMap<String, BTreeSet<String>>) -> impl Iterator<Item = String> {
    let shown = |place: &str| if place == IN_MEMORY { "in memory" } else { place }.to_owned();
    places.iter().map(move |(place, names)| format!("{}: {}", shown(place), counted(names.len(), "class")))
}
