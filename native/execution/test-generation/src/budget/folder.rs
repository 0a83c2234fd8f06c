//! Where a run writes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use faultline_files::{Kind, OwnedFolder, claims_nothing, limits};
use faultline_messages::failure::Failure;
use faultline_recording_store::held::HeldFolder;

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
    owned: HeldFolder,
}

impl Folder {
    /// Makes the folder, or takes the one that is there.
    /// Errors: it holds what faultline did not make; the operating system's; another run works in it.
    pub fn take(out: &Path) -> Result<Self, Failure> {
        let owned = HeldFolder::take(out, KIND, || {
            format!("another faultline budget runs in {}; choose another folder with --out", out.display())
        })?;
        let folder = Self { owned };
        folder.create_inside().map_err(|error| folder.owned.unusable(&error))?;
        Ok(folder)
    }

    fn create_inside(&self) -> io::Result<()> {
        self.owned.tree(SCRATCH)?;
        fs::create_dir_all(self.tests())?;
        fs::create_dir_all(self.logs())
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
    if folder.is_dir() { limits::FOLDER.files_below(folder) } else { Ok(Vec::new()) }
}
