//! Where results lie.

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
    owned: HeldFolder,
    is_aside: bool,
}

impl Folder {
    /// Makes the folder, or takes the one that is there; ends what a killed program left running. Without
    /// `resume` the results that it has are set aside, and gone once this run has some.
    /// Errors: it holds something that is not ours, or one of the `inputs`; another run works in it; `trust` does not reach to
    /// what says which processes to end; the operating system's.
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
            // A killed run had set them aside: they go when it has results of its own.
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

    /// The new run has results: earlier ones go.
    pub fn replace(&mut self) {
        if std::mem::take(&mut self.is_aside) {
            // At worst the next run removes them.
            let _ = self.owned.remove(EARLIER);
        }
    }

    /// A mark for what this run starts, so that the next one can end what outlived it. Errors: the operating
    /// system's.
    pub fn mark(&self) -> io::Result<String> {
        let mark = orphans::mark()?;
        self.owned.write(MARK, mark.as_bytes())?;
        Ok(mark)
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        self.owned.root()
    }

    /// For JVMs that run.
    pub fn scratch(&self) -> PathBuf {
        self.root().join(SCRATCH)
    }

    /// The files of results, without files that are only named so.
    pub fn files(&self) -> Vec<PathBuf> {
        let mut files = recordings_in(self.root()).unwrap_or_default();
        files.retain(|file| self.owned.is_ours(file.file_name().unwrap_or_default()));
        files
    }

    /// What the results are of; `None` where nothing says it.
    pub fn about(&self) -> Option<About> {
        about(self.root())
    }

    /// Says what the results are of. Errors: the operating system's.
    pub fn write_about(&self, about: &About) -> Result<(), Failure> {
        write_about(&self.owned, about)
    }

    /// Removes what nobody needs afterwards.
    pub fn clean(&self) {
        // Left behind at worst; the next run removes them.
        let _ = self.owned.remove(SCRATCH);
        let _ = self.owned.remove(MARK);
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
    read_about(&regular::read(&folder.join(ABOUT), limits::RESULTS).ok()?)
}

/// What a file says that results are of; `None` where this version does not read it.
pub fn read_about(bytes: &[u8]) -> Option<About> {
    serde_json::from_slice(bytes).ok().filter(|about: &About| about.version == VERSION)
}

/// Writes that, at once. Errors: the operating system's.
pub fn write_about(folder: &OwnedFolder, about: &About) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(about).unwrap_or_default() + "\n";
    folder.write(ABOUT, text.as_bytes()).map_err(|error| {
        Failure::failed(format!("writing {} failed: {error}", folder.root().join(ABOUT).display()))
    })
}
