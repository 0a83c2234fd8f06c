//! Files of the project that tests may read by path, such as `src/test/data/orders.json`.

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use faultline_files::limits;

/// Folders of a project or module in which files for tests lie, beside the sources.
const FOLDERS: [&str; 8] =
    ["src", "test", "tests", "testdata", "test-data", "test-resources", "testresources", "fixtures"];

/// Those of them in which sources are code of the project.
const OF_SOURCES: [&str; 3] = ["src", "test", "tests"];

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

/// The files beside the sources of modules. Left out are hidden files, which editors and version control write,
/// `src/SET/resources`, whose copies are on the class path, and folders that cannot be read. Cost: reads each folder once.
pub fn files(modules: &BTreeSet<PathBuf>, places: &[PathBuf]) -> BTreeSet<PathBuf> {
    let on_path: HashSet<&Path> = places.iter().map(PathBuf::as_path).collect();
    let mut found = BTreeSet::new();
    for folder in folders(modules) {
        let mut waiting = vec![(folder.clone(), 0)];
        while let Some((here, depth)) = waiting.pop() {
            for entry in limits::PROJECT.looked_at(&here) {
                let path = entry.path();
                let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                if on_path.contains(&*path) || !is_data(&folder, &path, is_folder) {
                    continue;
                }
                if !is_folder {
                    found.insert(path);
                } else if depth < limits::PROJECT.depth {
                    waiting.push((path, depth + 1));
                }
            }
        }
    }
    found
}

/// Whether a file, or what lies in a folder, may be data of tests. `below` is one of [`FOLDERS`] of a module.
fn is_data(below: &Path, path: &Path, is_folder: bool) -> bool {
    let is_of = |names: &[&str], part: &OsStr| names.iter().any(|name| part == *name);
    let name = path.file_name().unwrap_or_default();
    let is_src = below.ends_with("src");
    if name.as_encoded_bytes().starts_with(b".") {
        return false;
    }
    if is_folder {
        let depth = path.strip_prefix(below).map_or(0, |path| path.iter().count());
        let is_elsewhere = depth == 1 && is_of(&DOCUMENTS, name) || depth == 2 && name == "resources";
        let is_left_out = if is_src { is_elsewhere } else { is_of(&OUTPUTS, name) };
        return !is_left_out && !is_of(&FETCHED, name);
    }
    let has_sources = OF_SOURCES.iter().any(|folder| below.ends_with(folder));
    let is_source = has_sources && path.extension().is_some_and(|ending| is_of(&SOURCES, ending));
    !is_source && !name.as_encoded_bytes().ends_with(b"~")
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
            "testdata/Input.java",
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
            "testdata/Input.java",
        ];
        assert_eq!(found, wanted);
    }
}
