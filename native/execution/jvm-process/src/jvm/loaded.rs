//! How tests are started again whose classes came from a loader that was made at run time: the places of the loader
//! become part of the class path.

use std::collections::BTreeMap;
use std::path::Path;

use faultline_spectrum::{Launch, LoadedTests, Recording};

use crate::jvm::modules;
use crate::jvm::site::holds;
use crate::tools::entries::{SEPARATOR, class_file, split};

/// Loaders that ask the ones above them first, so that the JVM's class path comes before their places. Those of
/// Surefire, Ant and Maven look at their own places first.
const PARENT_FIRST: [&str; 2] = ["java.net.URLClassLoader", "java.net.FactoryURLClassLoader"];

/// Tests of a JVM whose classes were loaded in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// How the JVM was started, with the places of the loader.
    pub launch: Launch,
    /// The class of a loader that cannot be made again: it does not say where it found the tests.
    pub unmade: Option<String>,
    /// Unique ids of the tests.
    pub tests: Vec<String>,
}

/// Groups the tests of a recording by the loaders of their classes. `launch`: how the JVM was started.
pub(super) fn groups(recording: &Recording, launch: &Launch) -> Vec<Group> {
    let loader_of: BTreeMap<&str, u32> =
        recording.loaded.iter().map(|loaded| (&*loaded.class, loaded.loader)).collect();
    let mut groups: BTreeMap<Option<u32>, Group> = BTreeMap::new();
    for test in &recording.tests {
        let loader = loader_of.get(&*test.class).copied();
        let group = groups.entry(loader).or_insert_with(|| {
            let first = recording.loaded.iter().find(|loaded| Some(loaded.loader) == loader);
            first.map_or_else(|| Group::plain(launch), |first| Group::of(launch, first))
        });
        group.tests.push(test.unique_id.clone());
    }
    groups.into_values().collect()
}

impl Group {
    fn plain(launch: &Launch) -> Self {
        Self { launch: launch.clone(), unmade: None, tests: Vec::new() }
    }

    /// The tests of a loader, given its first class. A class that is on the class path needs no loader: a framework
    /// that has loaded it once more (as `PowerMock` does) will do so again.
    fn of(launch: &Launch, first: &LoadedTests) -> Self {
        let mut group = Self::plain(launch);
        let file = class_file(&first.class);
        let is_in = |entry: &&str| holds(&Path::new(&launch.folder).join(entry), &file);
        let of_modules = launch.arguments.iter().flat_map(|argument| split(modules::places(argument)));
        if split(&launch.class_path).chain(of_modules).any(|entry| is_in(&entry)) {
            return group;
        }
        if !first.places.iter().any(|place| is_in(&place.as_str())) {
            group.unmade = Some(first.kind.clone());
            return group;
        }
        let mut path: Vec<&str> = first.places.iter().map(String::as_str).collect();
        let at = if PARENT_FIRST.contains(&&*first.kind) { 0 } else { path.len() };
        path.splice(at..at, split(&launch.class_path));
        group.launch.class_path = path.join(SEPARATOR.encode_utf8(&mut [0; 4]));
        group
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use faultline_spectrum::{Coverage, Outcome, RecordedTest};

    use super::*;

    fn test(id: &str, class: &str) -> RecordedTest {
        RecordedTest {
            sequence: 0,
            unique_id: id.to_owned(),
            class: class.to_owned(),
            method: "m".to_owned(),
            display: String::new(),
            outcome: Outcome::Passed,
            duration_ns: 1,
            overlapped: false,
            failure: None,
            coverage: Coverage::default(),
        }
    }

    /// A folder `name` with a class `a.T` in `tests`, and a recording of its test.
    fn recorded(name: &str, kind: &str, places: &[&str]) -> (PathBuf, Recording) {
        let folder = std::env::temp_dir().join(format!("faultline-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("tests/a")).unwrap();
        fs::write(folder.join("tests/a/T.class"), "").unwrap();
        let loaded = LoadedTests {
            class: "a.T".to_owned(),
            loader: 3,
            kind: kind.to_owned(),
            places: places.iter().map(|&place| place.to_owned()).collect(),
        };
        (folder, Recording { tests: vec![test("t", "a.T")], loaded: vec![loaded], ..Recording::default() })
    }

    fn of(name: &str, kind: &str, places: &[&str], class_path: &str) -> (String, Option<String>) {
        let (folder, recording) = recorded(name, kind, places);
        let folder_name = folder.to_string_lossy().into_owned();
        let launch = Launch { folder: folder_name, class_path: class_path.to_owned(), ..Launch::default() };
        let groups = groups(&recording, &launch);
        let _ = fs::remove_dir_all(folder);
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].tests, ["t"]);
        (groups[0].launch.class_path.clone(), groups[0].unmade.clone())
    }

    #[test]
    fn the_places_of_a_loader_stand_where_it_looks_for_classes() {
        let made = |path: &str| (path.to_owned(), None);
        let places = ["lib.jar", "tests"];
        assert_eq!(of("parent", "java.net.URLClassLoader", &places, "l.jar"), made("l.jar:lib.jar:tests"));
        assert_eq!(of("child", "x.IsolatedClassLoader", &places, "l.jar"), made("lib.jar:tests:l.jar"));
    }

    #[test]
    fn a_class_on_the_class_path_needs_no_loader() {
        assert_eq!(
            of("there", "x.MockLoader", &["lib.jar"], "l.jar:tests"),
            ("l.jar:tests".to_owned(), None)
        );
    }

    #[test]
    fn a_loader_that_does_not_say_where_the_tests_are_cannot_be_made_again() {
        let unmade = ("l.jar".to_owned(), Some("x.Own".to_owned()));
        assert_eq!(of("silent", "x.Own", &[], "l.jar"), unmade);
        assert_eq!(of("elsewhere", "x.Own", &["lib.jar"], "l.jar"), unmade);
    }

    #[test]
    fn tests_are_told_apart_by_their_loaders() {
        let (folder, mut recording) = recorded("several", "java.net.URLClassLoader", &["tests"]);
        let other = LoadedTests { class: "a.U".to_owned(), loader: 4, ..LoadedTests::default() };
        recording.loaded.push(other);
        recording.loaded.push(LoadedTests { class: "a.V".to_owned(), loader: 3, ..LoadedTests::default() });
        for class in ["a.U", "a.V", "b.Plain"] {
            recording.tests.push(test(class, class));
        }
        let launch = Launch { folder: folder.to_string_lossy().into_owned(), ..Launch::default() };
        let groups = groups(&recording, &launch);
        let _ = fs::remove_dir_all(folder);
        let tests: Vec<_> = groups.iter().map(|group| group.tests.join(" ")).collect();
        assert_eq!(tests, ["b.Plain", "t a.V", "a.U"]);
    }
}
