//! Folders that one program writes to at a time.

use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use faultline_files::{Kind, OwnedFolder};
use faultline_messages::failure::Failure;

use crate::find::DEFAULT_FOLDER;
use crate::lock::Lock;

/// A folder of ours that no other program writes to as long as this lives.
#[derive(Debug)]
pub struct HeldFolder {
    owned: OwnedFolder,
    asked: PathBuf,
    option: &'static str,
    /// The kernel takes it back when the program ends, however it ends.
    _lock: Lock,
}

impl HeldFolder {
    /// Makes the folder, or takes the one that is there.
    /// Errors: it holds what faultline did not make; another program has it, which `taken` says; the operating system's.
    pub fn take(path: &Path, kind: Kind, taken: impl FnOnce() -> String) -> Result<Self, Failure> {
        let take = || OwnedFolder::take(path, kind).map_err(|refusal| Failure::failed(refusal.to_string()));
        let lock = Lock::of(take()?.root(), taken)?;
        // Once more: another program may have written to it until now.
        Ok(Self { owned: take()?, asked: path.to_owned(), option: kind.option, _lock: lock })
    }

    /// Why the folder cannot be used, and what to do.
    pub fn unusable(&self, error: &io::Error) -> Failure {
        Failure::failed(format!(
            "the folder {} cannot be used: {error}; choose another with {}",
            self.asked.display(),
            self.option
        ))
    }
}

impl Deref for HeldFolder {
    type Target = OwnedFolder;

    fn deref(&self) -> &OwnedFolder {
        &self.owned
    }
}

/// Where results of these recordings lie unless told otherwise: in a folder of this name beside them.
pub fn beside(recordings: &[PathBuf], name: &str) -> PathBuf {
    let parent = recordings.first().and_then(|file| file.parent());
    parent.unwrap_or(Path::new(DEFAULT_FOLDER)).join(name)
}
