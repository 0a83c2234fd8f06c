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

/// The files beside the sources of the project and of the modules to which folders of a class path belong. Hidden files,
/// which editors and version control write, are left out. Cost: reads each folder once.
pub fn files(places: &[PathBuf], root: &Path) -> BTreeSet<PathBuf> {
    let on_path: HashSet<&Path> = places.iter().map(PathBuf::as_path).collect();
    let mut found = BTreeSet::new();
    for folder in modules(places, root).into_iter().flat_map(|module| FOLDERS.map(|name| module.join(name))) {
        // A folder of the class path has been read as such.
        let of_path = |file: &Path| file.ancestors().any(|above| on_path.contains(above));
        let below = limits::PROJECT.files_below(&folder).unwrap_or_default();
        let data = below.into_iter().filter(|path| is_data(path)).map(|path| folder.join(path));
        found.extend(data.filter(|path| !of_path(path)));
    }
    found
}

/// The project's folder, and the folders below it that have folders of a class path somewhere below them.
pub fn modules<'a>(places: &'a [PathBuf], root: &'a Path) -> BTreeSet<&'a Path> {
    let of_project = places.iter().filter(|place| place.starts_with(root));
    let folders = of_project.flat_map(|place| place.ancestors());
    folders.filter(|folder| folder.starts_with(root)).chain([root]).collect()
}

fn is_data(path: &Path) -> bool {
    let is_left_out =
        |part: &OsStr| part.as_encoded_bytes().starts_with(b".") || FETCHED.iter().any(|name| part == *name);
    let is_backup = || path.as_os_str().as_encoded_bytes().ends_with(b"~");
    let is_source = || SOURCES.iter().any(|ending| path.extension().is_some_and(|of| of == *ending));
    !path.iter().any(is_left_out) && !is_backup() && !is_source()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

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
            "src/test/data/.a.json.swp",
            "src/test/data/a.json~",
            "lib/src/main/webapp/page.html",
            "other/src/test/data/b.json",
            "README.md",
            "src/main/page/node_modules/a/b.json",
            "test/bin/made.txt",
            "test/input.txt",
        ] {
            put(path);
        }
        let places = ["lib/target/classes", "test/bin", "/elsewhere"].map(|place| root.join(place));
        let found: Vec<String> =
            files(&places, root).iter().map(|path| crate::class_path::shown(path, root)).collect();
        let wanted = [
            "lib/src/main/webapp/page.html",
            "src/test/data/a.json",
            "src/test/java/org/x/table.csv",
            "test/input.txt",
        ];
        assert_eq!(found, wanted);
    }
}
