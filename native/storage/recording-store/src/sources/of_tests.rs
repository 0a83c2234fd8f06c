//! Finds the sources of tests by convention.

use std::path::{Component, Path, PathBuf};

use faultline_spectrum::ClassName;

use super::Roots;
use super::nearest::nearest;

/// Folders with sources of tests in a module, in the order in which they are tried.
pub const OF_TESTS: [&str; 10] = [
    "src/test/java",
    "src/it/java",
    "src/integration-test/java",
    "src/integrationTest/java",
    "src/testFixtures/java",
    "src/test",
    "test",
    "tests",
    "src",
    "target/library/src/test/java",
];
/// How far above a folder of classes its module may be: `target/test-classes`, `build/classes/java/test`.
pub const ABOVE: usize = 5;

/// Whether the source of a class can be found. `places` are the locations from which classes of the project
/// were loaded. The search covers their modules by convention, then everything below `base`. A Kotlin source
/// is expected under the name of its class.
pub fn is_there(class: &str, places: &[PathBuf], base: &Path) -> bool {
    let stem = ClassName(class).outermost().replace('.', "/");
    let path = format!("{stem}.java");
    if Path::new(&path).components().any(|part| !matches!(part, Component::Normal(_))) {
        return false;
    }
    // The locations come from a recording, which is untrusted.
    let roots = Roots::new(base, &[], &[]);
    let above = places.iter().flat_map(|place| place.ancestors().skip(1).take(ABOVE));
    let above = above.filter(|folder| roots.hold(folder));
    let mut modules: Vec<&Path> = above.chain([base]).collect();
    modules.sort_unstable();
    modules.dedup();
    modules.iter().any(|module| OF_TESTS.iter().any(|root| module.join(root).join(&path).is_file()))
        || anywhere(base, &path).is_some()
        || anywhere(base, &format!("{stem}.kt")).is_some()
}

/// The folder that contains the file of a path: the nearest, and then the first by name.
pub fn anywhere(module: &Path, path: &str) -> Option<PathBuf> {
    nearest(module, |folder| folder.join(path).is_file().then(|| folder.to_owned()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_source_is_there_in_the_module_of_recorded_classes_or_anywhere_below() {
        let folder = tempfile::tempdir().expect("a folder");
        for file in ["a/src/test/java/org/x/FooTest.java", "b/code/org/y/BarTest.java", "c/x"] {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().expect("a parent")).expect("a folder");
            fs::write(file, "class FooTest { }").expect("a file");
        }
        let places = [folder.path().join("a/target/classes")];
        let elsewhere = folder.path().join("c");
        assert!(!is_there("org.x.FooTest$In", &places, &elsewhere), "another project's is not looked for");
        fs::write(folder.path().join("pom.xml"), "").expect("a file");
        assert!(is_there("org.x.FooTest$In", &places, &elsewhere));
        assert!(is_there("org.y.BarTest", &[], folder.path()));
        assert!(!is_there("org.y.BarTest", &places, &elsewhere));
    }
}
