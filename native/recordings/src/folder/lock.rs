//! One run per folder at a time.

use std::fs::{File, TryLockError};
use std::path::Path;

use faultline_telling::failure::Failure;

/// The right to record into a folder. The kernel takes it back when its process ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    folder: Option<File>,
}

impl Lock {
    /// Takes the folder at `path`, which the user calls `name`. Errors: another run has it.
    ///
    /// The folder itself is locked, so that no file is left behind in somebody's project. A file
    /// system that knows no locks (some of those in a network) does not keep anyone from testing.
    pub fn of(path: &Path, name: &Path) -> Result<Self, Failure> {
        let Ok(folder) = File::open(path) else { return Ok(Self { folder: None }) };
        match folder.try_lock() {
            Ok(()) => Ok(Self { folder: Some(folder) }),
            Err(TryLockError::WouldBlock) => Err(Failure::failed(format!(
                "another `faultline run` records into {} at this moment; wait for its end, or give this one a \
                 folder of its own with --out",
                name.display()
            ))),
            Err(TryLockError::Error(_)) => Ok(Self { folder: None }),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            // Closing alone would leave it to a process that another thread is just starting.
            let _ = folder.unlock();
        }
    }
}
