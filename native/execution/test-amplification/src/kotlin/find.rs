//! Finds the Kotlin source of a test: its file may have any name, and its folder need not match its package.

use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};
use faultline_kotlin_edits::Source;
use faultline_recording_store::sources::nearest::nearest;
use faultline_spectrum::ClassName;

/// Folders of test sources in a module, in search order.
const OF_TESTS: [&str; 8] = [
    "src/test/kotlin",
    "src/test/java",
    "src/it/kotlin",
    "src/integrationTest/kotlin",
    "src/testFixtures/kotlin",
    "src/test",
    "test",
    "tests",
];

/// The file with this name that declares a class: below the given folders, in the conventional folders of its
/// modules, else anywhere in the first or the last module. `None` if there is none.
pub fn file(class: &str, name: &str, given: &[PathBuf], modules: &[PathBuf]) -> Option<PathBuf> {
    let by_convention = modules.iter().flat_map(|module| OF_TESTS.map(|folder| module.join(folder)));
    let roots = given.iter().cloned().chain(by_convention).filter(|root| root.is_dir());
    let others = modules.first().into_iter().chain(modules.last()).cloned();
    roots.chain(others).find_map(|root| below(&root, class, name))
}

fn below(root: &Path, class: &str, name: &str) -> Option<PathBuf> {
    let outermost = ClassName(class).outermost();
    let (package, simple) = outermost.rsplit_once('.').unwrap_or(("", outermost));
    let usual = root.join(package.replace('.', "/")).join(name);
    if declares(&usual, package, simple) {
        return Some(usual);
    }
    nearest(root, |folder| Some(folder.join(name)).filter(|file| declares(file, package, simple)))
}

fn declares(file: &Path, package: &str, simple: &str) -> bool {
    let text = regular::read_to_string(file, limits::SOURCE).ok();
    let source = text.and_then(|text| Source::parse(&text));
    source.is_some_and(|source| source.package() == package && source.declares(simple))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn found(files: &[(&str, &str)], class: &str, name: &str) -> Option<String> {
        let folder = tempfile::tempdir().expect("a folder");
        for (file, text) in files {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().expect("a parent")).expect("a folder");
            fs::write(file, text).expect("a file");
        }
        let module = folder.path().join("m");
        let file = file(class, name, &[], &[module.clone(), folder.path().to_owned()])?;
        Some(file.strip_prefix(folder.path()).expect("below it").display().to_string())
    }

    #[test]
    fn a_file_is_known_by_what_it_declares() {
        let files = [
            ("m/src/test/kotlin/a/b/Carts.kt", "package a.c\nclass CartTest\n"),
            ("m/src/test/kotlin/Carts.kt", "package a.b\n\nclass Other\nclass CartTest\n"),
            ("m/more/a/b/Far.kt", "package a.b\nclass FarTest\n"),
        ];
        assert_eq!(
            found(&files, "a.b.CartTest$In", "Carts.kt").as_deref(),
            Some("m/src/test/kotlin/Carts.kt")
        );
        assert_eq!(found(&files, "a.b.FarTest", "Far.kt").as_deref(), Some("m/more/a/b/Far.kt"));
        assert_eq!(found(&files, "a.b.NoTest", "Carts.kt"), None);
    }
}
