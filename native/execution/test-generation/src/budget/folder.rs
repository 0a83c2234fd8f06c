//! Where a run writes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use faultline_files::{Kind, OwnedFolder, claims_nothing};
use faultline_messages::failure::Failure;
use faultline_recording_store::lock::Lock;

/// The file that says that a folder holds a run.
pub const JOURNAL: &str = "run.journal";
/// The file with what came of it.
pub const RESULTS: &str = "results.json";
/// The recording that a search led by a metric starts from.
pub const SPECTRUM: &str = "spectrum.flt";
/// For classes that run; gone at the end.
const SCRATCH: &str = "scratch";

/// A folder of a run. It is private: the command of another generator may have anything in it.
const KIND: Kind =
    Kind { name: "budget", option: "--out", is_private: true, claims: claims_nothing, adopts: false };

/// The folder of a run, absolute; nobody else runs in it as long as this lives.
#[derive(Debug)]
pub struct Folder {
    owned: OwnedFolder,
    /// Given back when the program ends, however it does.
    _lock: Lock,
}

impl Folder {
    /// Makes the folder, or takes the one that is there.
    /// Errors: it holds what faultline did not make; the operating system's; another run works in it.
    pub fn take(out: &Path) -> Result<Self, Failure> {
        let failed = |error: io::Error| {
            Failure::failed(format!(
                "the folder {} cannot be used: {error}; choose another with --out",
                out.display()
            ))
        };
        let take = || OwnedFolder::take(out, KIND).map_err(|refused| Failure::failed(refused.to_string()));
        let lock = Lock::of(take()?.root(), || {
            format!("another faultline budget runs in {}; choose another folder with --out", out.display())
        })?;
        // Once more: another run may have written to it until now.
        let folder = Self { owned: take()?, _lock: lock };
        folder.owned.tree(SCRATCH).map_err(failed)?;
        for inside in [folder.tests(), folder.logs()] {
            fs::create_dir_all(&inside).map_err(failed)?;
        }
        Ok(folder)
    }

    /// What may write to the folder.
    pub fn owned(&self) -> &OwnedFolder {
        &self.owned
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        self.owned.root()
    }

    /// What happened so far.
    pub fn journal(&self) -> PathBuf {
        self.root().join(JOURNAL)
    }

    /// What came of it.
    pub fn results(&self) -> PathBuf {
        self.root().join(RESULTS)
    }

    /// Sources of tests: of EvoSuite's by packages, of another generator's a folder per class.
    pub fn tests(&self) -> PathBuf {
        self.root().join("tests")
    }

    /// What the generator said of each class.
    pub fn logs(&self) -> PathBuf {
        self.root().join("logs")
    }

    /// What a search led by a metric starts from.
    pub fn spectrum(&self) -> PathBuf {
        self.root().join(SPECTRUM)
    }

    /// The name of what a class has for as long as it runs.
    pub fn scratch_of(class: usize) -> PathBuf {
        Path::new(SCRATCH).join(class.to_string())
    }

    /// Writes what came of the run, at once. Errors: the operating system's.
    pub fn write_results(&self, text: &str) -> Result<(), Failure> {
        self.owned
            .write(RESULTS, text.as_bytes())
            .map_err(|error| Failure::failed(format!("writing {} failed: {error}", self.results().display())))
    }

    /// Removes what nobody needs afterwards.
    pub fn clean(&self) {
        // Left behind at worst; there is nothing in it that anybody misses.
        let _ = self.owned.remove(SCRATCH);
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
