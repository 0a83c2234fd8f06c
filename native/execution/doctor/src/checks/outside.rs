//! Outputs of the build's other modules that lie outside of the project's folder: those of a flat layout
//! (`<module>../core</module>`) or of an included build. Nothing in them is recorded.

use std::path::{Path, PathBuf};

use faultline_messages::words::number;
use faultline_recording_store::outside;

use super::super::case::Case;
use super::super::finding::{Code, Finding};

/// Names such folders and archives on the class paths of JVMs that ran tests.
pub fn check(case: &Case) -> Option<Finding> {
    let root = case.root();
    let places = outside::places(&case.recordings, root);
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

fn shared(one: &Path, other: &Path) -> PathBuf {
    let pairs = one.components().zip(other.components());
    pairs.take_while(|(a, b)| a == b).map(|(part, _)| part).collect()
}
