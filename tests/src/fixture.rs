//! A fixture: a whole project that is copied before it is built.

use std::fs;
use std::path::{Path, PathBuf};

/// A fresh copy of a project below `tests/`, for one test.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// The folder of the copy.
    pub folder: PathBuf,
}

impl Fixture {
    /// Copies `tests/<name>` into `scratch`, replacing an earlier copy.
    /// Panics: the files cannot be read or written.
    #[track_caller]
    pub fn copy(name: &str, scratch: &str) -> Self {
        Self::copy_as(name, scratch, name)
    }

    /// Like [`Fixture::copy`], under another name, for a second build of the same project.
    #[track_caller]
    pub fn copy_as(name: &str, scratch: &str, copy: &str) -> Self {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let folder = Path::new(scratch).join(copy);
        if folder.exists() {
            fs::remove_dir_all(&folder).expect("an earlier copy can be removed");
        }
        copy_folder(&from, &folder);
        Self { folder }
    }

    /// Reads a file of the copy as text. Panics: it cannot be read.
    #[track_caller]
    pub fn text(&self, path: &str) -> String {
        let path = self.folder.join(path);
        fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    /// The folder of recordings from the last `faultline run`.
    pub fn recordings(&self) -> PathBuf {
        self.folder.join(".faultline")
    }
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    let entries = fs::read_dir(from).unwrap_or_else(|e| panic!("{}: {e}", from.display()));
    for entry in entries {
        let entry = entry.expect("a folder can be listed");
        let target = to.join(entry.file_name());
        // Left over from a build in place.
        if ["target", ".faultline", "node_modules", "out"].iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).expect("a file can be copied");
        }
    }
}
