//! Folders locked for one program.

use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use faultline_files::{Kind, OwnedFolder};
use faultline_messages::failure::Failure;

use crate::find::DEFAULT_FOLDER;
use crate::lock::Lock;

/// An owned folder to which no other program writes during the lifetime of this value.
#[derive(Debug)]
pub struct HeldFolder {
    owned: OwnedFolder,
    asked: PathBuf,
    option: &'static str,
    /// The kernel releases it when the program ends, in whatever way.
    _lock: Lock,
}

impl HeldFolder {
    /// Creates the folder, or takes an existing one.
    /// Errors: it contains files that Faultline did not create; another program has it, as `taken` says;
    /// the operating system's.
    pub fn take(path: &Path, kind: Kind, taken: impl FnOnce() -> String) -> Result<Self, Failure> {
        let take = || OwnedFolder::take(path, kind).map_err(|refusal| Failure::failed(refusal.to_string()));
        let lock = Lock::of(take()?.root(), taken)?;
        // Read the folder again: until it was locked, another program may have changed it.
        Ok(Self { owned: take()?, asked: path.to_owned(), option: kind.option, _lock: lock })
    }

    /// The failure for an unusable folder; says what to do.
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

/// The default folder for results on these recordings: a folder of this name beside them.
pub fn beside(recordings: &[PathBuf], name: &str) -> PathBuf {
    let parent = recordings.first().and_then(|file| file.parent());
    parent.unwrap_or(Path::new(DEFAULT_FOLDER)).join(name)
}
