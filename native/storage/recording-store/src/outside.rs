//! Outputs of the build's other modules that lie outside of the project's folder: those of a flat layout
//! (`<module>../core</module>`) or of an included build. Nothing in them is recorded.

use std::collections::BTreeSet;
use std::env::split_paths;
use std::path::{Component, Path, PathBuf};

use faultline_files::limits;
use faultline_messages::words::counted;
use faultline_spectrum::{Launch, Outcome, Recording, is_archive};

/// Folders into which build tools compile.
const OUTPUTS: [&str; 4] = ["target", "build", "out", "bin"];

/// Such folders and archives on the class paths of JVMs that ran tests of a project in `root`. Recordings whose classes
/// were asked for by name have none.
pub fn places<'a>(recordings: impl IntoIterator<Item = &'a Recording>, root: &Path) -> BTreeSet<PathBuf> {
    let root = dunce::canonicalize(root).unwrap_or_else(|_| root.to_owned());
    let with_tests = recordings.into_iter().filter(|recording| !recording.origin.is_asked());
    let with_tests = with_tests.filter(|recording| !recording.tests.is_empty());
    let launches = with_tests.filter_map(|recording| recording.launch.as_ref());
    launches.flat_map(|launch| outputs(launch, &root)).collect()
}

/// A sentence on code that failing tests may have run there: it cannot be ranked.
pub fn note(recordings: &[Recording], root: &Path) -> Option<String> {
    let has_failed =
        |recording: &&Recording| recording.tests.iter().any(|test| test.outcome == Outcome::Failed);
    let places = places(recordings.iter().filter(has_failed), root);
    let first = places.first()?.display();
    let more = match places.len() - 1 {
        0 => String::new(),
        more => format!(", and in {}", counted(more, "more place")),
    };
    Some(format!(
        "what failing tests ran in {first}{more} cannot be suspected: it lies outside of the project's folder and was not \
         recorded; how to fix it: faultline doctor"
    ))
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
    let entries = limits::PROJECT.looked_at(folder);
    entries
        .into_iter()
        .any(|entry| entry.path().is_dir() || entry.path().extension().is_some_and(|end| end == "class"))
}
