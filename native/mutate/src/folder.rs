//! Where results lie.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use faultline_recordings::find::{DEFAULT_FOLDER, recordings_in};
use faultline_recordings::lock::Lock;
use faultline_running::work::orphans;
use faultline_running::work::shard::Shard;
use faultline_telling::failure::Failure;
use serde::{Deserialize, Serialize};

/// The folder of results beside recordings.
pub const NAME: &str = faultline_recordings::mutants::FOLDER;
/// The file that says of what the results are.
pub const ABOUT: &str = "about.json";
/// For JVMs that run; gone at the end.
const SCRATCH: &str = ".run";
/// Results of an earlier run, until this one has some.
const EARLIER: &str = ".earlier";
/// The mark of what runs.
const MARK: &str = ".mark";
/// Raised when a reader of the last version could not read this one.
pub const VERSION: u32 = 1;

/// What the results of a folder are of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// Of this file.
    pub version: u32,
    /// Of the operators: another version numbers mutants anew. Before the second one nobody wrote it down.
    #[serde(default = "first")]
    pub operators: u32,
    /// The same for machines that share a job.
    pub digest: String,
    /// Which passing tests run.
    pub tests: String,
    /// Which mutants run.
    pub mutants: String,
    /// Of what is left to chance.
    pub seed: u64,
    /// The part of the mutants that these results are of.
    pub shard: Option<Shard>,
    /// From how many shards they were merged.
    pub merged: Option<usize>,
    /// Whether every stage came to its end.
    pub finished: bool,
}

fn first() -> u32 {
    1
}

/// The folder of results; nobody else writes to it as long as this lives.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    is_aside: bool,
    _lock: Lock,
}

impl Folder {
    /// Makes the folder, or takes the one that is there; ends what a killed program left running. Without
    /// `resume` the results that it has are set aside, and gone once this run has some.
    /// Errors: the operating system's; another run works in it.
    pub fn take(path: &Path, resume: bool) -> Result<Self, Failure> {
        let failed = |error: io::Error| {
            Failure::failed(format!(
                "the folder {} cannot be used: {error}; choose another with --dir",
                path.display()
            ))
        };
        fs::create_dir_all(path).map_err(failed)?;
        let root = dunce::canonicalize(path).map_err(failed)?;
        let lock = Lock::of(&root, || {
            format!(
                "another faultline mutate works in {}; wait for its end, or choose another folder with --dir",
                path.display()
            )
        })?;
        let mut folder = Self { root, is_aside: false, _lock: lock };
        folder.prepare(resume).map_err(failed)?;
        Ok(folder)
    }

    fn prepare(&mut self, resume: bool) -> io::Result<()> {
        if let Ok(mark) = fs::read_to_string(self.root.join(MARK)) {
            orphans::end(mark.trim());
        }
        let _ = fs::remove_dir_all(self.scratch());
        fs::create_dir_all(self.scratch())?;
        let earlier = self.root.join(EARLIER);
        if earlier.is_dir() {
            // A killed run had set them aside: they go when it has results of its own.
            if self.files().is_empty() { self.put_back()? } else { fs::remove_dir_all(&earlier)? }
        }
        let files = self.files();
        if !resume && !files.is_empty() {
            fs::create_dir_all(&earlier)?;
            for file in files {
                if let Some(name) = file.file_name() {
                    faultline_files::rename(&file, earlier.join(name))?;
                }
            }
            self.is_aside = true;
        }
        Ok(())
    }

    fn put_back(&self) -> io::Result<()> {
        let earlier = self.root.join(EARLIER);
        for entry in fs::read_dir(&earlier)? {
            let entry = entry?;
            faultline_files::rename(entry.path(), self.root.join(entry.file_name()))?;
        }
        fs::remove_dir(&earlier)
    }

    /// The new run has results: earlier ones go.
    pub fn replace(&mut self) {
        if std::mem::take(&mut self.is_aside) {
            // At worst the next run removes them.
            let _ = fs::remove_dir_all(self.root.join(EARLIER));
        }
    }

    /// A mark for what this run starts, so that the next one can end what outlived it. Errors: the operating
    /// system's.
    pub fn mark(&self) -> io::Result<String> {
        let mark = orphans::mark()?;
        fs::write(self.root.join(MARK), &mark)?;
        Ok(mark)
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// For JVMs that run.
    pub fn scratch(&self) -> PathBuf {
        self.root.join(SCRATCH)
    }

    /// The files of results.
    pub fn files(&self) -> Vec<PathBuf> {
        recordings_in(&self.root).unwrap_or_default()
    }

    /// What the results are of; `None` where nothing says it.
    pub fn about(&self) -> Option<About> {
        about(&self.root)
    }

    /// Says what the results are of. Errors: the operating system's.
    pub fn write_about(&self, about: &About) -> Result<(), Failure> {
        write_about(&self.root, about)
    }

    /// Removes what nobody needs afterwards.
    pub fn clean(&self) {
        let _ = fs::remove_dir_all(self.scratch());
        let _ = fs::remove_file(self.root.join(MARK));
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.is_aside && self.files().is_empty() {
            // There is an error to tell of already; the next run tries again.
            let _ = self.put_back();
        }
    }
}

/// What the results of a folder are of.
pub fn about(folder: &Path) -> Option<About> {
    let about: About = serde_json::from_slice(&fs::read(folder.join(ABOUT)).ok()?).ok()?;
    (about.version == VERSION).then_some(about)
}

/// Writes that, at once. Errors: the operating system's.
pub fn write_about(folder: &Path, about: &About) -> Result<(), Failure> {
    let path = folder.join(ABOUT);
    let text = serde_json::to_string_pretty(about).unwrap_or_default() + "\n";
    faultline_files::replace(&path, |fresh| fresh.write_all(text.as_bytes()))
        .map(drop)
        .map_err(|error| Failure::failed(format!("writing {} failed: {error}", path.display())))
}

/// Where results of these recordings lie unless told otherwise: beside them.
pub fn beside(files: &[PathBuf]) -> PathBuf {
    let parent = files.first().and_then(|file| file.parent());
    parent.map_or_else(|| PathBuf::from(DEFAULT_FOLDER), Path::to_owned).join(NAME)
}
