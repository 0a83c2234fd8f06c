//! The class path of the project.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use faultline_messages::failure::Failure;
use faultline_messages::words::printable;
use faultline_spectrum::Spectrum;
use percent_encoding::percent_decode_str;

use super::entries::{IS_WINDOWS, joined, split};
use super::maven;

/// Folders and jars, absolute, and what readers should know of them.
#[derive(Clone, Debug, Default)]
pub struct ClassPath {
    /// In the order of the search for classes.
    pub entries: Vec<PathBuf>,
    /// A sentence each.
    pub notes: Vec<String>,
}

impl ClassPath {
    /// As `-cp` takes it.
    pub fn text(&self) -> String {
        joined(&self.entries)
    }
}

/// A class path as given with `option`. Errors: an entry does not exist, or there is none.
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

/// Where the recorded classes came from and, if Maven may run, the jars that they need.
/// Errors: none of these places exists any more.
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
                    "Maven does not tell the class path of {} ({}), so only its own classes can be loaded; \
                     name all with --project-cp",
                    module.display(),
                    printable(&why)
                )),
            }
        }
    } else if let Some(module) = maven.first() {
        class_path.notes.push(format!(
            "jars that {} needs are not known: classes that need them cannot be tested; \
             let Maven tell with --fetch, or name all with --project-cp",
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

/// Where classes came from, each place once, in the order of the classes.
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

/// The path in a location, which is a path or a `file:` URL.
pub fn path_of(location: &str) -> PathBuf {
    PathBuf::from(place(location, IS_WINDOWS))
}

/// In URLs a path of Windows has a slash before its drive.
fn place(location: &str, is_windows: bool) -> String {
    let Some(path) = location.strip_prefix("file:") else { return location.to_owned() };
    let path = percent_decode_str(path).decode_utf8_lossy().into_owned();
    match path.strip_prefix('/') {
        Some(rest) if is_windows && rest.get(1..).is_some_and(|end| end.starts_with(':')) => rest.to_owned(),
        _ => path,
    }
}

/// The folder of the module that a folder of classes was built in: where its build file is.
fn module_of(classes: &Path) -> Option<&Path> {
    const BUILD_FILES: [&str; 4] = ["pom.xml", "build.gradle", "build.gradle.kts", "build.xml"];
    // target/classes, build/classes/java/main
    classes
        .ancestors()
        .skip(1)
        .take(4)
        .find(|folder| BUILD_FILES.iter().any(|file| folder.join(file).is_file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_are_paths_or_file_urls() {
        assert_eq!(path_of("/a/b c"), Path::new("/a/b c"));
        assert_eq!(path_of("file:/a/b%20c/%C3%A9/"), Path::new("/a/b c/é/"));
        assert_eq!(path_of("file:/a/100%"), Path::new("/a/100%"));
    }

    #[test]
    fn paths_in_urls_begin_with_the_drive_on_windows() {
        assert_eq!(place("file:/C:/a%20b/c.jar", true), "C:/a b/c.jar");
        assert_eq!(place("file:/C:/a", false), "/C:/a");
        assert_eq!(place("file:/", true), "/");
        assert_eq!(place(r"C:\a b", true), r"C:\a b");
    }

    #[test]
    fn what_is_given_must_exist() {
        assert!(given("--project-cp", "/:").is_ok_and(|entries| entries == [Path::new("/")]));
        assert!(matches!(given("--project-cp", "/no/such.jar"), Err(Failure::Misuse(_))));
        assert!(matches!(given("--project-cp", ":"), Err(Failure::Misuse(_))));
    }
}
