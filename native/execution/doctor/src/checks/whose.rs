//! Names recorded classes that are not the project's.

use std::collections::{BTreeMap, BTreeSet};

use faultline_messages::words::counted;
use faultline_spectrum::IN_MEMORY;

use super::super::case::Case;
use super::super::example;
use super::super::finding::{Code, Finding};

/// Reports classes of tests, libraries and generators that rankings leave out.
pub fn check(case: &Case) -> Vec<Finding> {
    let out = &case.left_out;
    [
        (Code::ClassesOfTests, &out.tests, "code of tests, by what ran or lies beside it"),
        (
            Code::ClassesOfLibraries,
            &out.libraries,
            "code of libraries, without a source in the project that has their lines",
        ),
        (
            Code::ClassesGenerated,
            &out.generated,
            "written by a tool, as their sources or the folders of these say",
        ),
    ]
    .into_iter()
    .filter(|(_, places, _)| !places.is_empty())
    .map(|(code, of, what)| {
        let pattern = example::of(of.values().flatten().map(String::as_str));
        let mend = format!("to rank them, name them: faultline run --include '{pattern}' -- ...");
        Finding::new(code, format!("{} left out: {what}", classes_in(of)), mend)
            .with(super::some_of(places(of)))
    })
    .collect()
}

fn classes_in(places: &BTreeMap<String, BTreeSet<String>>) -> String {
    let classes = counted(places.values().map(BTreeSet::len).sum(), "class");
    if places.len() == 1 { classes } else { format!("{classes} of {}", counted(places.len(), "place")) }
}

fn places(places: &BTreeMap<String, BTreeSet<String>>) -> impl Iterator<Item = String> {
    let shown = |place: &str| if place == IN_MEMORY { "in memory" } else { place }.to_owned();
    places.iter().map(move |(place, names)| format!("{}: {}", shown(place), counted(names.len(), "class")))
}
