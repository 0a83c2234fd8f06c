//! The `faultline run` that started this JVM, or one above it.

use std::fs::{File, TryLockError};
use std::path::Path;

/// Whether the run that recorded into the folder has ended, in whatever way: it holds the folder's lock until
/// then. False where folders cannot be locked.
pub fn is_over(folder: &Path) -> bool {
    let Ok(lock) = File::open(folder) else { return !folder.exists() };
    match lock.try_lock_shared() {
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => false,
        Ok(()) => {
            // Closing would do, unless another thread is just starting a process.
            let _ = lock.unlock();
            true
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::testing::Folder;

    #[test]
    fn a_run_is_over_when_its_folder_is_no_longer_locked() {
        let folder = Folder::new();
        let lock = File::open(folder.path()).unwrap();
        lock.try_lock().unwrap();
        assert!(!is_over(folder.path()));
        drop(lock);
        assert!(is_over(folder.path()));
        assert!(is_over(&folder.path().join("none")));
    }
}
