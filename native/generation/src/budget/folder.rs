//! Where a run writes.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use faultline_telling::failure::Failure;

/// The file that says that a folder holds a run.
pub const JOURNAL: &str = "run.journal";
/// The file with what came of it.
pub const RESULTS: &str = "results.json";

/// The folder of a run, absolute; nobody else runs in it as long as this lives.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    /// Given back when the program ends, however it does.
    _lock: File,
}

impl Folder {
    /// Makes the folder, or takes the one that is there.
    /// Errors: the operating system's; another run works in it.
    pub fn take(out: &Path) -> Result<Self, Failure> {
        let failed = |error: io::Error| {
            Failure::failed(format!(
                "the folder {} cannot be used: {error}; choose another with --out",
                out.display()
            ))
        };
        fs::create_dir_all(out).map_err(failed)?;
        let root = dunce::canonicalize(out).map_err(failed)?;
        let lock = File::create(root.join("lock")).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::failed(format!(
                    "another faultline budget runs in {}; choose another folder with --out",
                    out.display()
                )));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let folder = Self { root, _lock: lock };
        for inside in [folder.tests(), folder.logs(), folder.scratch()] {
            fs::create_dir_all(&inside).map_err(failed)?;
        }
        Ok(folder)
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What happened so far.
    pub fn journal(&self) -> PathBuf {
        self.root.join(JOURNAL)
    }

    /// What came of it.
    pub fn results(&self) -> PathBuf {
        self.root.join(RESULTS)
    }

    /// Sources of tests: of EvoSuite's by packages, of another generator's a folder per class.
    pub fn tests(&self) -> PathBuf {
        self.root.join("tests")
    }

    /// What the generator said of each class.
    pub fn logs(&self) -> PathBuf {
        self.root.join("logs")
    }

    /// What a search led by a metric kept, a recording per class.
    pub fn kept(&self) -> PathBuf {
        self.root.join("kept")
    }

    /// What a search led by a metric starts from.
    pub fn spectrum(&self) -> PathBuf {
        self.root.join("spectrum.flt")
    }

    /// For classes that run; gone at the end.
    pub fn scratch(&self) -> PathBuf {
        self.root.join("scratch")
    }

    /// Writes what came of the run, at once. Errors: the operating system's.
    pub fn write_results(&self, text: &str) -> Result<(), Failure> {
        let path = self.results();
        faultline_files::replace(&path, |fresh| fresh.write_all(text.as_bytes()))
            .map(drop)
            .map_err(|error| Failure::failed(format!("writing {} failed: {error}", path.display())))
    }

    /// Removes what nobody needs afterwards.
    pub fn clean(&self) {
        // Left behind at worst; there is nothing in it that anybody misses.
        let _ = fs::remove_dir_all(self.scratch());
    }
}

/// Every file below a folder, seen from it, in the order of their names; none when there is no
/// folder. Errors: the operating system's.
pub fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fn walk(folder: &Path, seen_as: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let seen_as = seen_as.join(entry.file_name());
            // Links are taken as they are, so that none leads out or around.
            if entry.file_type()?.is_dir() {
                walk(&entry.path(), &seen_as, found)?;
            } else {
                found.push(seen_as);
            }
        }
        Ok(())
    }
    let mut found = Vec::new();
    if folder.is_dir() {
        walk(folder, Path::new(""), &mut found)?;
    }
    found.sort();
    Ok(found)
}
