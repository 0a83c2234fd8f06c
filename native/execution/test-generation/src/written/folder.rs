//! Where everything is written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use faultline_files::{Kind, OwnedFolder};
use faultline_flt::{EXTENSION, Folders, Writer, is_ours};
use faultline_messages::failure::Failure;
use faultline_recording_store::generated;
use faultline_recording_store::held::HeldFolder;

/// Compiled tests. The recorder knows a folder of tests by this name.
pub const COMPILED: &str = "test-classes";
/// Options of javac and java: the class path of the tests.
pub const CLASS_PATH: &str = "class-path";
/// What the searches start from.
pub const SPECTRUM: &str = "spectrum.flt";
/// The tests without labels.
pub const POOL: &str = "pool.flt";
/// The tests with their labels.
pub const LABELLED: &str = "labelled.flt";
/// Gone at the end.
const SCRATCH: &str = "scratch";

/// A folder of generated tests.
const KIND: Kind = Kind { claims: is_labelled, ..generated::KIND };

/// Whether a file holds labels: `faultline select` writes them there, as `faultline generate` says.
fn is_labelled(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == LABELLED) && is_ours(path)
}

/// The output folder, absolute; nobody else writes to it as long as this lives.
#[derive(Debug)]
pub struct Folder {
    owned: HeldFolder,
}

impl Folder {
    /// Makes the folder with those inside it, or takes the one that is there.
    /// Errors: it holds what faultline did not make; another program writes to it; the operating system's.
    pub fn prepare(out: &Path) -> Result<Self, Failure> {
        let owned = HeldFolder::take(out, KIND, || {
            format!(
                "another faultline generate writes to {}; choose another folder with --out",
                out.display()
            )
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

    /// Sources of tests.
    pub fn tests(&self) -> PathBuf {
        self.root().join("tests")
    }

    /// What EvoSuite and JUnit said.
    pub fn logs(&self) -> PathBuf {
        self.root().join("logs")
    }

    /// Where compiled tests go; those of an earlier run would be executed, too, and are gone.
    /// Errors: something else is there; the operating system's.
    pub fn compiled(&self) -> io::Result<PathBuf> {
        self.owned.empty_tree(COMPILED)
    }

    /// Where a recording is to be written. Errors: something else is there; the operating system's.
    pub fn recording(&self, name: &str) -> Result<PathBuf, Failure> {
        self.owned
            .file(name)
            .map_err(|error| Failure::failed(format!("{error}; choose another folder with --out")))
    }

    /// The recordings that searches start from where they look at more than lines: copies of `.flt` files, in place of
    /// earlier ones, each with all of its classes. Errors: one cannot be read; the operating system's.
    pub fn recordings(&self, files: &[PathBuf]) -> Result<PathBuf, Failure> {
        let failed = |error| {
            Failure::failed(format!("copying recordings to {} failed: {error}", self.root().display()))
        };
        let copies = self.owned.empty_tree("recordings").map_err(failed)?;
        let mut folders = Folders::default();
        let is_one = |file: &&PathBuf| file.extension().is_some_and(|end| end == EXTENSION);
        for (number, file) in files.iter().filter(is_one).enumerate() {
            let (recording, _) = folders.read(file).map_err(|error| Failure::failed(error.to_string()))?;
            let copy = copies.join(format!("{number}.{EXTENSION}"));
            let written = Writer::create(&copy, &recording.origin);
            written.and_then(|mut writer| writer.recording(&recording)).map_err(failed)?;
        }
        Ok(copies)
    }

    /// For what is gone at the end.
    pub fn scratch(&self) -> PathBuf {
        self.root().join(SCRATCH)
    }

    /// The name of what one search or run has until the end.
    pub fn scratch_of(name: &str) -> PathBuf {
        Path::new(SCRATCH).join(name)
    }

    /// Removes what nobody needs afterwards.
    pub fn clean(&self) {
        // Left behind at worst; there is nothing in it that anybody misses.
        let _ = self.owned.remove(SCRATCH);
    }
}
