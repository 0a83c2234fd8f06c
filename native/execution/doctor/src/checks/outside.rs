//! Outputs of the build's other modules that lie outside of the project's folder: those of a flat layout
//! (`<module>../core</module>`) or of an included build. Nothing in them is recorded.

use std::collections::BTreeSet;
use std::env::split_paths;
use std::path::{Component, Path, PathBuf};

use faultline_messages::words::number;
use faultline_spectrum::{Launch, is_archive};

use super::super::case::Case;
use super::super::finding::{Code, Finding};

/// Folders into which build tools compile.
const OUTPUTS: [&str; 4] = ["target", "build", "out", "bin"];

/// Names such folders and archives on the class paths of JVMs that ran tests.
pub fn check(case: &Case) -> Option<Finding> {
    let root = case.root();
    let with_tests = case.recordings.iter().filter(|recording| !recording.origin.is_asked());
    let with_tests = with_tests.filter(|recording| !recording.tests.is_empty());
    let launches = with_tests.filter_map(|recording| recording.launch.as_ref());
    let places: BTreeSet<PathBuf> = launches.flat_map(|launch| outputs(launch, root)).collect();
    if places.is_empty() {
        return None;
    }
    let common = places.iter().fold(root.to_owned(), |common, place| shared(&common, place));
    let which = if places.len() == 1 {
        "1 folder or archive".to_owned()
    } else {
        format!("{} folders or archives", number(places.len()))
    };
    // A folder that holds half the disk is no project's.
    let mend = if common.components().count() > 2 {
        let below = root.strip_prefix(&common).unwrap_or(root).display();
        format!(
            "run the build from {}, which holds all of it: faultline run -- mvn -f {below} test, or gradle -p {below} test",
            common.display()
        )
    } else {
        "name their classes: faultline run --include 'org.example.*' -- ...".to_owned()
    };
    let sentence = format!(
        "{which} of a build on the class path of the tests, outside of {}; what they run there was not recorded",
        root.display()
    );
    let evidence = super::some_of(places.iter().map(|place| place.display().to_string()));
    Some(Finding::new(Code::CodeOutside, sentence, mend).with(evidence))
}

/// The outputs of builds on a class path, except what is below a folder.
fn outputs(launch: &Launch, root: &Path) -> Vec<PathBuf> {
    let entries = split_paths(&launch.class_path).map(|entry| Path::new(&launch.folder).join(entry));
    let entries = entries.filter_map(|entry| dunce::canonicalize(entry).ok());
    entries.filter(|entry| !entry.starts_with(root) && is_output(entry)).collect()
}

/// Whether a folder with classes lies in a build's output, or an archive directly in one.
fn is_output(entry: &Path) -> bool {
    let is_name = |part: Component<'_>, names: &[&str]| names.iter().any(|name| part.as_os_str() == *name);
    if is_archive(&entry.to_string_lossy()) {
        return entry
            .parent()
            .is_some_and(|folder| folder.ends_with("target") || folder.ends_with("build/libs"));
    }
    let mut above = entry.components().rev().skip(1).take(3);
    above.any(|part| is_name(part, &OUTPUTS)) && !entry.ends_with("test-classes") && has_folders(entry)
}

/// Whether there is a package in it: a folder of resources may hold files alone.
fn has_folders(folder: &Path) -> bool {
    let entries = faultline_files::limits::PROJECT.looked_at(folder);
    entries
        .into_iter()
        .any(|entry| entry.path().is_dir() || entry.path().extension().is_some_and(|end| end == "class"))
}

fn shared(one: &Path, other: &Path) -> PathBuf {
    let pairs = one.components().zip(other.components());
    pairs.take_while(|(a, b)| a == b).map(|(part, _)| part).collect()
}
