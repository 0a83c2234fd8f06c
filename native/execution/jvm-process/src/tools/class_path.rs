//! The class path of the project.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use faultline_files::path_of;
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;
use faultline_spectrum::Spectrum;

use super::build::module_of;
use super::entries::{IS_WINDOWS, joined, split};
use super::maven;

/// Folders and jars, absolute, with notes.
#[derive(Clone, Debug, Default)]
pub struct ClassPath {
    /// Entries in search order.
    pub entries: Vec<PathBuf>,
    /// Notes, a sentence each.
    pub notes: Vec<String>,
}

impl ClassPath {
    /// The text for `-cp`.
    pub fn text(&self) -> String {
        joined(&self.entries)
    }
}

/// Parses a class path given with `option`. Errors: an entry does not exist, or there is none.
pub fn given(option: &str, text: &str) -> Result<Vec<PathBuf>, Failure> {
    let mut entries = Vec::new();
    for entry in split(text) {
        let path = dunce::canonicalize(Path::new(entry)).map_err(|error| {
            Failure::misuse(format!("{option} names {}, which cannot be used: {error}", printable(entry)))
        })?;
        entries.push(path);
    }
    if entries.is_empty() {
        let separators = if IS_WINDOWS { "semicolons" } else { "colons" };
        return Err(Failure::misuse(format!(
            "{option} is empty; give folders and jars separated by {separators}"
        )));
    }
    Ok(entries)
}

/// The locations of the recorded classes and, with `fetch`, the jars that they need according to Maven.
/// Errors: none of these locations exists.
pub fn recorded(spectrum: &Spectrum, fetch: bool, scratch: &Path) -> Result<ClassPath, Failure> {
    let places = locations(spectrum);
    let entries = places.iter().filter_map(|place| dunce::canonicalize(place).ok()).collect();
    let mut class_path = ClassPath { entries, notes: Vec::new() };
    if class_path.entries.is_empty() {
        let why = match places.first() {
            Some(place) => format!("the classes were recorded from {}, which is gone", place.display()),
            None => "the recording does not say where the classes came from".to_owned(),
        };
        return Err(Failure::failed(format!(
            "{why}; build the project or name its class path with --project-cp"
        )));
    }
    let modules: BTreeSet<&Path> = class_path.entries.iter().filter_map(|entry| module_of(entry)).collect();
    let (maven, other): (Vec<&Path>, Vec<&Path>) =
        modules.iter().partition(|module| module.join("pom.xml").is_file());
    let mut jars = Vec::new();
    if fetch {
        for module in maven {
            match maven::class_path(module, scratch) {
                Ok(text) => jars.extend(split(&text).map(PathBuf::from)),
                Err(why) => class_path.notes.push(format!(
                    "Maven does not report the class path of {} ({}), so only its own classes can be loaded; \
                     name all with --project-cp",
                    module.display(),
                    printable(&why)
                )),
            }
        }
    } else if let Some(module) = maven.first() {
        class_path.notes.push(format!(
            "jars that {} needs are not known, so classes that need them cannot be tested; let Maven find them with --fetch, or name all with --project-cp",
            module.display()
        ));
    }
    if let Some(module) = other.first() {
        class_path.notes.push(format!(
            "jars that {} needs are not known: classes that need them cannot be tested; name all with --project-cp",
            module.display()
        ));
    }
    for jar in jars {
        if !class_path.entries.contains(&jar) {
            class_path.entries.push(jar);
        }
    }
    Ok(class_path)
}

/// The distinct locations of classes, in the order of the classes.
fn locations(spectrum: &Spectrum) -> Vec<PathBuf> {
    let mut places = Vec::new();
    for class in spectrum.classes.iter().filter(|class| !class.location.is_empty()) {
        let place = path_of(&class.location);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_must_exist() {
        assert!(given("--project-cp", "/:").is_ok_and(|entries| entries == [Path::new("/")]));
        assert!(matches!(given("--project-cp", "/no/such.jar"), Err(Failure::Misuse(_))));
        assert!(matches!(given("--project-cp", ":"), Err(Failure::Misuse(_))));
    }
}
