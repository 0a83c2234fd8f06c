//! Where results lie.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use faultline_recordings::amplified::FOLDER;
use faultline_recordings::find::{DEFAULT_FOLDER, recordings_in};
use faultline_recordings::lock::Lock;
use faultline_telling::failure::Failure;

use crate::kept::{self, FILE, Kept};

/// For JVMs that run; gone at the end.
const SCRATCH: &str = ".run";

/// The folder of results; nobody else writes to it as long as this lives.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    _lock: Lock,
}

impl Folder {
    /// Makes the folder, or takes the one that is there; the results that it has stay until [`Folder::replace`].
    /// Errors: the operating system's; another run works in it.
    pub fn take(path: &Path) -> Result<Self, Failure> {
        let failed = |error: io::Error| {
            Failure::failed(format!(
                "the folder {} cannot be used: {error}; choose another with --dir",
                path.display()
            ))
        };
        fs::create_dir_all(path).map_err(failed)?;
        let root = path.canonicalize().map_err(failed)?;
        let lock = Lock::of(&root, || {
            format!(
                "another faultline amplify works in {}; wait for its end, or choose another folder with --dir",
                path.display()
            )
        })?;
        let folder = Self { root, _lock: lock };
        let _ = fs::remove_dir_all(folder.scratch());
        fs::create_dir_all(folder.scratch()).map_err(failed)?;
        Ok(folder)
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// For JVMs that run.
    pub fn scratch(&self) -> PathBuf {
        self.root.join(SCRATCH)
    }

    /// Puts these recordings and this table in place of what there was. Errors: the operating system's.
    pub fn replace(&self, recordings: &[PathBuf], table: &[Kept]) -> Result<(), Failure> {
        let failed =
            |error: io::Error| Failure::failed(format!("writing to {} failed: {error}", self.root.display()));
        // Without its table a recording says nothing, so whoever is killed here leaves nothing that is wrong.
        let _ = fs::remove_file(self.root.join(FILE));
        for old in recordings_in(&self.root)? {
            fs::remove_file(old).map_err(failed)?;
        }
        for (at, recording) in recordings.iter().enumerate() {
            fs::rename(recording, self.root.join(format!("{at:04}.flt"))).map_err(failed)?;
        }
        kept::write(&self.root, table).map_err(failed)
    }

    /// Removes what nobody needs afterwards.
    pub fn clean(&self) {
        let _ = fs::remove_dir_all(self.scratch());
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.clean();
    }
}

/// Where results of these recordings lie unless told otherwise: beside them.
pub fn beside(files: &[PathBuf]) -> PathBuf {
    let parent = files.first().and_then(|file| file.parent());
    parent.map_or_else(|| PathBuf::from(DEFAULT_FOLDER), Path::to_owned).join(FOLDER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_results_take_the_place_of_earlier_ones_and_nobody_else_writes_meanwhile() {
        let scratch = tempfile::tempdir().expect("a folder");
        let path = scratch.path().join(FOLDER);
        let folder = Folder::take(&path).expect("a folder");
        assert!(Folder::take(&path).expect_err("taken").to_string().contains("another faultline amplify"));
        let recording = |name: &str| {
            let file = folder.scratch().join(name);
            fs::write(&file, name).expect("a file");
            file
        };
        folder.replace(&[recording("a.flt"), recording("b.flt")], &[]).expect("it is written");
        folder.replace(&[recording("c.flt")], &[]).expect("it is written");
        drop(folder);
        let mut names: Vec<_> = fs::read_dir(&path)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        assert_eq!(names, ["0000.flt", "variants.tsv"]);
        Folder::take(&path).expect("it is free again");
    }
}
