//! The folder of results.

use std::io;
use std::path::{Path, PathBuf};

use faultline_files::{OwnedFolder, Trust, limits, regular};
use faultline_jvm_process::work::orphans;
use faultline_jvm_process::work::shard::Shard;
use faultline_messages::failure::Failure;
use faultline_recording_store::find::recordings_in;
use faultline_recording_store::folder::holds_no_input;
use faultline_recording_store::held::HeldFolder;
use faultline_recording_store::mutants::KIND;
use serde::{Deserialize, Serialize};

/// The file that describes the origin of the results.
pub const ABOUT: &str = "about.json";
/// Temporary files of running JVMs; removed at the end.
const SCRATCH: &str = ".run";
/// Results of an earlier run, kept until this run has some.
const EARLIER: &str = ".earlier";
/// The file with the mark of started processes.
const MARK: &str = ".mark";
/// Increased when the previous version could not read this one.
pub const VERSION: u32 = 1;

/// Origin of the results in a folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// Version of this file.
    pub version: u32,
    /// Version of the operators; another version numbers mutants differently. The first version did not write
    /// it.
    #[serde(default = "first")]
    pub operators: u32,
    /// Digest of the job, equal on all machines that share it.
    pub digest: String,
    /// Selection of passing tests.
    pub tests: String,
    /// Selection of mutants.
    pub mutants: String,
    /// Random seed.
    pub seed: u64,
    /// The shard whose mutants these results cover.
    pub shard: Option<Shard>,
    /// Number of shards from which they were merged.
    pub merged: Option<usize>,
    /// Whether every stage finished.
    pub finished: bool,
}

fn first() -> u32 {
    1
}

/// The folder of results, held exclusively as long as this lives.
#[derive(Debug)]
pub struct Folder {
    owned: HeldFolder,
    is_aside: bool,
}

impl Folder {
    /// Creates or takes the folder, and ends processes that a killed program left running. Without `resume`
    /// the results in it are set aside, and removed once this run has some. Errors: it contains a foreign
    /// file, or one of the `inputs`; another run uses it; `trust` does not cover the file that names the
    /// processes to end; the operating system's.
    pub fn take(path: &Path, inputs: &[PathBuf], resume: bool, trust: Trust) -> Result<Self, Failure> {
        holds_no_input(path, inputs, KIND.option)?;
        let owned = HeldFolder::take(path, KIND, || {
            format!(
                "another faultline mutate works in {}; wait for its end, or choose another folder with --dir",
                path.display()
            )
        })?;
        if owned.is_ours(MARK) {
            orphans::end_marked(&owned.root().join(MARK), trust)?;
        }
        let mut folder = Self { owned, is_aside: false };
        folder.prepare(resume).map_err(|error| folder.owned.unusable(&error))?;
        Ok(folder)
    }

    fn prepare(&mut self, resume: bool) -> io::Result<()> {
        self.owned.empty_tree(SCRATCH)?;
        if self.owned.is_ours(EARLIER) && self.root().join(EARLIER).is_dir() {
            // A killed run set them aside; remove them only if it has results of its own.
            if self.files().is_empty() { self.put_back()? } else { self.owned.remove(EARLIER)? }
        }
        let files = self.files();
        if !resume && !files.is_empty() {
            let earlier = self.owned.tree(EARLIER)?;
            for file in files {
                faultline_files::rename(&file, earlier.join(file.file_name().unwrap_or_default()))?;
            }
            self.is_aside = true;
        }
        Ok(())
    }

    fn put_back(&self) -> io::Result<()> {
        for entry in limits::FOLDER.entries(&self.root().join(EARLIER))? {
            self.owned.take_in(&entry.path(), entry.file_name())?;
        }
        self.owned.remove(EARLIER)
    }

    /// Removes earlier results, once the new run has some.
    pub fn replace(&mut self) {
        if std::mem::take(&mut self.is_aside) {
            // If this fails, the next run removes them.
            let _ = self.owned.remove(EARLIER);
        }
    }

    /// Writes a mark for processes of this run, so that the next run can end those that outlived it. Errors:
    /// the operating system's.
    pub fn mark(&self) -> io::Result<String> {
        let mark = orphans::mark()?;
        self.owned.write(MARK, mark.as_bytes())?;
        Ok(mark)
    }

    /// The path of the folder.
    pub fn root(&self) -> &Path {
        self.owned.root()
    }

    /// The folder for temporary files of running JVMs.
    pub fn scratch(&self) -> PathBuf {
        self.root().join(SCRATCH)
    }

    /// The results files, except foreign files with such names.
    pub fn files(&self) -> Vec<PathBuf> {
        let mut files = recordings_in(self.root()).unwrap_or_default();
        files.retain(|file| self.owned.is_ours(file.file_name().unwrap_or_default()));
        files
    }

    /// The origin of the results; `None` if it is not recorded.
    pub fn about(&self) -> Option<About> {
        about(self.root())
    }

    /// Writes the origin of the results. Errors: the operating system's.
    pub fn write_about(&self, about: &About) -> Result<(), Failure> {
        write_about(&self.owned, about)
    }

    /// Removes temporary files.
    pub fn clean(&self) {
        // If this fails, the next run removes them.
        let _ = self.owned.remove(SCRATCH);
        let _ = self.owned.remove(MARK);
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.is_aside && self.files().is_empty() {
            // An error is being reported already; the next run tries again.
            let _ = self.put_back();
        }
    }
}

/// The origin of the results in a folder.
pub fn about(folder: &Path) -> Option<About> {
    read_about(&regular::read(&folder.join(ABOUT), limits::RESULTS).ok()?)
}

/// Parses the origin of results; `None` if this version cannot read it.
pub fn read_about(bytes: &[u8]) -> Option<About> {
    serde_json::from_slice(bytes).ok().filter(|about: &About| about.version == VERSION)
}

/// Writes the origin of results atomically. Errors: the operating system's.
pub fn write_about(folder: &OwnedFolder, about: &About) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(about).unwrap_or_default() + "\n";
    folder.write(ABOUT, text.as_bytes()).map_err(|error| {
        Failure::failed(format!("writing {} failed: {error}", folder.root().join(ABOUT).display()))
    })
}
