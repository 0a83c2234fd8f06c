//! Files of the project that tests may read by path, such as `src/test/data/orders.json`.

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use faultline_files::limits;

/// Folders of a project or module in which files for tests lie, beside the sources.
const FOLDERS: [&str; 8] =
    ["src", "test", "tests", "testdata", "test-data", "test-resources", "testresources", "fixtures"];

/// Endings of sources: what they do shows in class files.
const SOURCES: [&str; 6] = ["java", "kt", "scala", "groovy", "aj", "class"];

/// Folders of packages that a tool for web pages has fetched.
const FETCHED: [&str; 2] = ["node_modules", "bower_components"];

/// Outputs of modules that stand in a folder of tests.
const OUTPUTS: [&str; 2] = ["target", "build"];

/// Folders of `src` about a project, which tests do not read.
const DOCUMENTS: [&str; 3] = ["site", "changes", "docs"];

/// The folders that hold such files.
pub fn folders(modules: &BTreeSet<PathBuf>) -> impl Iterator<Item = PathBuf> {
    modules.iter().flat_map(|module| FOLDERS.map(|name| module.join(name)))
}

/// The files beside the sources of modules. Left out are hidden files, which editors and version control write, and
/// `src/SET/resources`, whose copies are on the class path. Cost: reads each folder once.
pub fn files(modules: &BTreeSet<PathBuf>, places: &[PathBuf]) -> BTreeSet<PathBuf> {
    let on_path: HashSet<&Path> = places.iter().map(PathBuf::as_path).collect();
    let of_path = |file: &PathBuf| file.ancestors().any(|above| on_path.contains(above));
    let mut found = BTreeSet::new();
    for folder in folders(modules) {
        let below = limits::PROJECT.files_below(&folder).unwrap_or_default();
        let data = below.into_iter().filter(|path| is_data(&folder, path)).map(|path| folder.join(path));
        found.extend(data.filter(|path| !of_path(path)));
    }
    found
}

/// `path` is relative to the folder.
fn is_data(folder: &Path, path: &Path) -> bool {
    let is_of = |names: &[&str], part: &OsStr| names.iter().any(|name| part == *name);
    let is_src = folder.ends_with("src");
    let is_left_out = |part: &OsStr| {
        let is_hidden = part.as_encoded_bytes().starts_with(b".");
        is_hidden || is_of(&FETCHED, part) || !is_src && is_of(&OUTPUTS, part)
    };
    let is_backup = path.as_os_str().as_encoded_bytes().ends_with(b"~");
    let is_source = path.extension().is_some_and(|ending| is_of(&SOURCES, ending));
    let mut parts = path.iter();
    let (first, second) = (parts.next(), parts.next());
    let is_elsewhere = is_src
        && (second.is_some_and(|part| part == "resources")
            || first.is_some_and(|part| is_of(&DOCUMENTS, part)));
    !is_elsewhere && !is_backup && !is_source && !path.iter().any(is_left_out)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::class_path::shown;
    use crate::modules::modules;

    #[test]
    fn data_lies_beside_the_sources_of_the_modules_on_the_class_path() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        let put = |path: &str| {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        };
        for path in [
            "src/test/data/a.json",
            "src/test/java/org/x/ATest.java",
            "src/test/java/org/x/table.csv",
            "src/test/resources/copied.json",
            "src/site/index.md",
            "src/test/data/.a.json.swp",
            "src/test/data/a.json~",
            "lib/pom.xml",
            "lib/src/main/webapp/page.html",
            "lib/target/test/made.txt",
            "other/pom.xml",
            "other/src/test/data/b.json",
            "README.md",
            "src/main/page/node_modules/a/b.json",
            "test/bin/made.txt",
            "test/module/target/made.txt",
            "test/input.txt",
        ] {
            put(path);
        }
        let places = ["lib/target/classes", "test/bin", "/elsewhere"].map(|place| root.join(place));
        let found = files(&modules(&places, root), &places);
        let found: Vec<String> = found.iter().map(|path| shown(path, root)).collect();
        let wanted = [
            "lib/src/main/webapp/page.html",
            "src/test/data/a.json",
            "src/test/java/org/x/table.csv",
            "test/input.txt",
        ];
        assert_eq!(found, wanted);
    }
}
