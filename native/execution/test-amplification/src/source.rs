//! Finds the source of a test, and its language.

use std::path::{Path, PathBuf};

use faultline_jvm_process::tools::build::is_module;
use faultline_jvm_process::tools::entries::class_file;
use faultline_recording_store::sources::of_tests::{ABOVE, OF_TESTS, anywhere};
use faultline_spectrum::ClassName;

use crate::encoding;
use crate::kotlin::{classes, find};

/// Folders of other sources in a module: tests may inherit from classes there.
const OTHERS: [&str; 3] = ["src/main/java", "src/java", "target/library/src/main/java"];
/// The language of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Java.
    Java,
    /// Kotlin.
    Kotlin,
}

/// The source of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file.
    pub file: PathBuf,
    /// Source roots, its own first.
    pub roots: Vec<PathBuf>,
    /// Its encoding.
    pub encoding: String,
    /// Its language.
    pub language: Language,
}

/// The source of a class that was compiled into one of these folders: below the given folders, in the
/// conventional folders of the class's module, else anywhere in the module, then in `base`. The class file
/// tells whether it is Kotlin. `None` if there is no source.
pub fn of(
    (class, bytes): (&str, &[u8]),
    folders: &[PathBuf],
    given: &[PathBuf],
    base: &Path,
) -> Option<Source> {
    let outermost = ClassName(class).outermost();
    let (path, compiled) = (format!("{}.java", outermost.replace('.', "/")), class_file(outermost));
    let built = folders.iter().find(|folder| folder.join(&compiled).is_file());
    let above = built.into_iter().flat_map(|folder| folder.ancestors().skip(1).take(ABOVE));
    let modules: Vec<PathBuf> = above.map(Path::to_owned).chain([base.to_owned()]).collect();
    if let Some(name) = classes::source_file(bytes) {
        let file = find::file(class, &name, given, &modules)?;
        return Some(Source {
            file,
            roots: Vec::new(),
            encoding: "UTF-8".to_owned(),
            language: Language::Kotlin,
        });
    }
    let by_convention = modules.iter().flat_map(|module| OF_TESTS.map(|folder| module.join(folder)));
    let holds = |root: &PathBuf| root.join(&path).is_file();
    let root = given.iter().cloned().chain(by_convention).find(holds).or_else(|| {
        let module = modules.iter().find(|module| is_module(module)).or(modules.last())?;
        anywhere(module, &path)
    })?;
    let file = root.join(&path);
    let mut roots = vec![root];
    let others =
        modules.iter().flat_map(|module| OF_TESTS.iter().take(6).chain(&OTHERS).map(|at| module.join(at)));
    for other in given.iter().cloned().chain(others) {
        if other.is_dir() && !roots.contains(&other) {
            roots.push(other);
        }
    }
    let encoding = encoding::of(&file, &modules)?;
    Some(Source { file, roots, encoding, language: Language::Java })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn scratch(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for file in files {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().expect("a parent")).expect("a folder");
            fs::write(file, "class FooTest { }").expect("a file");
        }
        folder
    }

    fn found(folder: &Path, classes: &str, given: &[PathBuf]) -> Option<String> {
        let source = of(("org.x.FooTest$In", &[]), &[folder.join(classes)], given, folder)?;
        Some(source.file.strip_prefix(folder).expect("below it").display().to_string())
    }

    #[test]
    fn a_source_is_found_in_the_module_that_its_class_was_compiled_in() {
        let classes = "b/target/test-classes/org/x/FooTest.class";
        let folder = scratch(&[
            classes,
            "b/pom.xml",
            "a/src/test/java/org/x/FooTest.java",
            "b/src/test/java/org/x/FooTest.java",
        ]);
        let file = found(folder.path(), "b/target/test-classes", &[]);
        assert_eq!(file.as_deref(), Some("b/src/test/java/org/x/FooTest.java"));
        let given = [folder.path().join("a/src/test/java")];
        let file = found(folder.path(), "b/target/test-classes", &given);
        assert_eq!(file.as_deref(), Some("a/src/test/java/org/x/FooTest.java"), "what is given comes first");
    }

    #[test]
    fn a_root_of_its_own_is_found_anywhere_in_the_module() {
        let folder = scratch(&[
            "build/classes/java/test/org/x/FooTest.class",
            "build.gradle",
            "code/checks/org/x/FooTest.java",
        ]);
        let file = found(folder.path(), "build/classes/java/test", &[]);
        assert_eq!(file.as_deref(), Some("code/checks/org/x/FooTest.java"));
        let folder = scratch(&[
            "target/test-classes/org/x/FooTest.class",
            "pom.xml",
            "src/test/kotlin/org/x/FooTest.kt",
        ]);
        assert_eq!(found(folder.path(), "target/test-classes", &[]), None);
    }
}
