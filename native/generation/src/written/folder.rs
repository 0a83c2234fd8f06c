//! Where everything is written.

use std::fs;
use std::path::{Path, PathBuf};

use faultline_format::{EXTENSION, Folders, Writer};
use faultline_telling::failure::Failure;

/// The output folder, absolute.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// Makes the folder with those inside it. Errors: the operating system's.
    pub fn prepare(out: &Path) -> Result<Self, Failure> {
        let failed = |path: &Path, error: std::io::Error| {
            Failure::failed(format!(
                "making the folder {} failed: {error}; choose another with --out",
                path.display()
            ))
        };
        fs::create_dir_all(out).map_err(|error| failed(out, error))?;
        let folder = Self { root: dunce::canonicalize(out).map_err(|error| failed(out, error))? };
        for inside in [folder.tests(), folder.kept(), folder.logs(), folder.scratch()] {
            fs::create_dir_all(&inside).map_err(|error| failed(&inside, error))?;
        }
        Ok(folder)
    }

    /// Sources of tests.
    pub fn tests(&self) -> PathBuf {
        self.root.join("tests")
    }

    /// What each search kept, a recording per class.
    pub fn kept(&self) -> PathBuf {
        self.root.join("kept")
    }

    /// What EvoSuite and JUnit said.
    pub fn logs(&self) -> PathBuf {
        self.root.join("logs")
    }

    /// Compiled tests. The recorder knows a folder of tests by this name.
    pub fn compiled(&self) -> PathBuf {
        self.root.join("test-classes")
    }

    /// What the searches start from.
    pub fn spectrum(&self) -> PathBuf {
        self.root.join("spectrum.flt")
    }

    /// The recordings that searches start from where they look at more than lines: copies of `.flt` files, in place of
    /// earlier ones, each with all of its classes. Errors: one cannot be read; the operating system's.
    pub fn recordings(&self, files: &[PathBuf]) -> Result<PathBuf, Failure> {
        let copies = self.root.join("recordings");
        let failed =
            |error| Failure::failed(format!("copying recordings to {} failed: {error}", copies.display()));
        if copies.exists() {
            fs::remove_dir_all(&copies).map_err(failed)?;
        }
        fs::create_dir_all(&copies).map_err(failed)?;
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

    /// Options of javac and java: the class path of the tests.
    pub fn class_path(&self) -> PathBuf {
        self.root.join("class-path")
    }

    /// The tests without labels.
    pub fn pool(&self) -> PathBuf {
        self.root.join("pool.flt")
    }

    /// The tests with their labels.
    pub fn labelled(&self) -> PathBuf {
        self.root.join("labelled.flt")
    }

    /// Gone at the end.
    pub fn scratch(&self) -> PathBuf {
        self.root.join("scratch")
    }

    /// Removes what nobody needs afterwards.
    pub fn clean(&self) {
        // Left behind at worst; there is nothing in it that anybody misses.
        let _ = fs::remove_dir_all(self.scratch());
    }
}
