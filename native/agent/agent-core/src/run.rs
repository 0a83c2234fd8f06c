//! The `faultline run` that started this JVM, or one above it.

use std::fs::{File, TryLockError};
use std::path::Path;

/// Whether a run records into the folder at this moment: it holds the folder's lock until it ends, in whatever
/// way. False where folders cannot be locked.
pub fn is_going(folder: &Path) -> bool {
    let Ok(folder) = File::open(folder) else { return false };
    match folder.try_lock_shared() {
        Err(TryLockError::WouldBlock) => true,
        Err(TryLockError::Error(_)) => false,
        Ok(()) => {
            // Closing would do, unless another thread is just starting a process.
            let _ = folder.unlock();
            false
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::testing::Folder;

    #[test]
    fn a_run_is_going_while_its_folder_is_locked() {
        let folder = Folder::new();
        assert!(!is_going(folder.path()));
        let lock = File::open(folder.path()).unwrap();
        lock.try_lock().unwrap();
        assert!(is_going(folder.path()));
        drop(lock);
        assert!(!is_going(folder.path()));
        assert!(!is_going(&folder.path().join("none")));
    }
}
