//! The output folder of a generation.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use faultline_files::{Kind, OwnedFolder};
use faultline_flt::{EXTENSION, Folders, Writer, is_ours};
use faultline_messages::failure::Failure;
use faultline_recording_store::generated;
use faultline_recording_store::held::HeldFolder;

/// The folder of compiled tests. The recorder recognises a folder of tests by this name.
pub const COMPILED: &str = "test-classes";
/// The file of options for javac and java: the class path of the tests.
pub const CLASS_PATH: &str = "class-path";
/// The initial recording of the searches.
pub const SPECTRUM: &str = "spectrum.flt";
/// The tests without labels.
pub const POOL: &str = "pool.flt";
/// The tests with labels.
pub const LABELLED: &str = "labelled.flt";
/// Temporary files; removed at the end.
const SCRATCH: &str = "scratch";

/// A folder of generated tests.
const KIND: Kind = Kind { claims: is_labelled, ..generated::KIND };

/// Whether a file contains labels: `faultline generate` suggests to write the labels of `faultline select`
/// there.
fn is_labelled(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == LABELLED) && is_ours(path)
}

/// The output folder, absolute, held exclusively as long as this lives.
#[derive(Debug)]
pub struct Folder {
    owned: HeldFolder,
}

impl Folder {
    /// Creates or takes the folder and its subfolders. Errors: it contains foreign files; another program
    /// writes to it; the operating system's.
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

    /// The folder with write access.
    pub fn owned(&self) -> &OwnedFolder {
        &self.owned
    }

    /// The path of the folder.
    pub fn root(&self) -> &Path {
        self.owned.root()
    }

    /// The folder of test sources.
    pub fn tests(&self) -> PathBuf {
        self.root().join("tests")
    }

    /// The folder of EvoSuite's and JUnit's logs.
    pub fn logs(&self) -> PathBuf {
        self.root().join("logs")
    }

    /// The emptied folder for compiled tests: tests of an earlier run would be executed, too. Errors:
    /// something else is there; the operating system's.
    pub fn compiled(&self) -> io::Result<PathBuf> {
        self.owned.empty_tree(COMPILED)
    }

    /// The path for a recording. Errors: something else is there; the operating system's.
    pub fn recording(&self, name: &str) -> Result<PathBuf, Failure> {
        self.owned
            .file(name)
            .map_err(|error| Failure::failed(format!("{error}; choose another folder with --out")))
    }

    /// Copies the `.flt` files that searches start from if they use more than lines, in place of earlier
    /// ones; each has all of its classes. Errors: one cannot be read; the operating system's.
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

    /// The folder of temporary files.
    pub fn scratch(&self) -> PathBuf {
        self.root().join(SCRATCH)
    }

    /// The name of the temporary folder of one search or run.
    pub fn scratch_of(name: &str) -> PathBuf {
        Path::new(SCRATCH).join(name)
    }

    /// Removes temporary files.
    pub fn clean(&self) {
        // Ignore failures: the rest is harmless.
        let _ = self.owned.remove(SCRATCH);
    }
}
