//! The known tests of a build, each with the reason why it has to run.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use faultline_files::limits;

use crate::affected::{Affected, Why};
use crate::model::Baseline;
use crate::selection::TestJvm;

/// What a build has to run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// The tests whose class is there, by id; those that have to run with a reason.
    pub tests: BTreeMap<String, Option<Why>>,
    /// Classes beside those of tests that no run knows, by name: they may hold new tests.
    pub new_classes: BTreeSet<String>,
}

/// Compares a baseline with the class paths of the JVMs that ran the tests. A test whose class several of them have has to
/// run if one of them says so. Cost: as [`crate::Selection::of`], for each class path.
pub fn listed(baseline: &Baseline, root: &Path, jvms: &[TestJvm<'_>]) -> Listed {
    let mut listed = Listed::default();
    let mut seen = HashSet::new();
    for jvm in jvms {
        let places = jvm.places();
        if !seen.insert((places.clone(), jvm.java)) {
            continue;
        }
        let mut affected = Affected::of(baseline, &places, root, jvm.java);
        for (id, test) in &baseline.tests {
            if !affected.has(&test.class) {
                continue;
            }
            let why = affected.why(id);
            let known = listed.tests.entry(id.clone()).or_default();
            *known = known.take().or(why);
        }
        listed.new_classes.extend(new_classes(baseline, &places));
    }
    // A loader that does not say where it finds classes: what has changed for its tests is unknown, so they run.
    let loaded: HashSet<&str> =
        jvms.iter().flat_map(|jvm| jvm.loaded).map(|loaded| loaded.class.as_str()).collect();
    for (id, test) in baseline.tests.iter().filter(|(_, test)| loaded.contains(&*test.class)) {
        listed.tests.entry(id.clone()).or_insert_with(|| Some(Why::Missing(test.class.clone())));
    }
    listed
}

/// The classes that no run knows, in folders with classes of tests. Those that are nested, and interfaces, count with others.
fn new_classes(baseline: &Baseline, places: &[PathBuf]) -> BTreeSet<String> {
    let known: HashSet<&str> = baseline.classes.iter().map(|class| &*class.name).collect();
    let of_tests: BTreeSet<&str> = baseline.tests.values().map(|test| &*test.class).collect();
    let has =
        |folder: &&PathBuf, class: &&str| folder.join(format!("{}.class", class.replace('.', "/"))).is_file();
    let folders = places.iter().filter(|place| place.is_dir());
    let folders = folders.filter(|folder| of_tests.iter().any(|class| has(folder, class)));
    let mut new = BTreeSet::new();
    for folder in folders {
        for path in limits::PROJECT.files_below(folder).unwrap_or_default() {
            let name = path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join(".");
            let Some(name) = name.strip_suffix(".class") else { continue };
            let is_nested = name.contains('$') || name.ends_with("-info");
            if !is_nested && !known.contains(name) && !of_tests.contains(name) {
                new.insert(name.to_owned());
            }
        }
    }
    new
}
