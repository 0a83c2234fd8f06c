//! The output folder of a run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use faultline_files::{Kind, OwnedFolder, claims_nothing, limits};
use faultline_messages::failure::Failure;
use faultline_recording_store::held::HeldFolder;

/// The journal; it marks the folder of a run.
pub const JOURNAL: &str = "run.journal";
/// The file of results.
pub const RESULTS: &str = "results.json";
/// The initial recording of a search led by a metric.
pub const SPECTRUM: &str = "spectrum.flt";
/// Temporary files of running classes; removed at the end.
const SCRATCH: &str = "scratch";

/// A folder of a run. It is private, since a custom generator's command may contain secrets.
const KIND: Kind =
    Kind { name: "budget", option: "--out", is_private: true, claims: claims_nothing, adopts: false };

/// The folder of a run, absolute, held exclusively as long as this lives.
#[derive(Debug)]
pub struct Folder {
    owned: HeldFolder,
}

impl Folder {
    /// Creates or takes the folder. Errors: it contains foreign files; another run uses it; the operating
    /// system's.
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

    /// The folder with write access.
    pub fn owned(&self) -> &OwnedFolder {
        &self.owned
    }

    /// The path of the folder.
    pub fn root(&self) -> &Path {
        self.owned.root()
    }

    /// The path of the journal.
    pub fn journal(&self) -> PathBuf {
        self.root().join(JOURNAL)
    }

    /// The path of the results.
    pub fn results(&self) -> PathBuf {
        self.root().join(RESULTS)
    }

    /// Sources of tests: EvoSuite's by package, those of another generator in a folder per class.
    pub fn tests(&self) -> PathBuf {
        self.root().join("tests")
    }

    /// The generator's logs, one per class.
    pub fn logs(&self) -> PathBuf {
        self.root().join("logs")
    }

    /// The initial recording of a search led by a metric.
    pub fn spectrum(&self) -> PathBuf {
        self.root().join(SPECTRUM)
    }

    /// The name of the temporary folder of a running class.
    pub fn scratch_of(class: usize) -> PathBuf {
        Path::new(SCRATCH).join(class.to_string())
    }

    /// Writes the results atomically. Errors: the operating system's.
    pub fn write_results(&self, text: &str) -> Result<(), Failure> {
        self.owned
            .write(RESULTS, text.as_bytes())
            .map_err(|error| Failure::failed(format!("writing {} failed: {error}", self.results().display())))
    }

    /// Removes temporary files.
    pub fn clean(&self) {
        // Ignore failures: the rest is harmless.
        let _ = self.owned.remove(SCRATCH);
    }
}

/// Every file below a folder, relative to it, in name order; empty if the folder does not exist. Errors: the
/// operating system's.
pub fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if folder.is_dir() { limits::FOLDER.files_below(folder) } else { Ok(Vec::new()) }
}
