//! Locks a folder for one program.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use faultline_messages::failure::Failure;

/// How long to retry a locked folder. When a program is killed, a child process that it was just starting
/// holds its files until it executes another program.
const GRACE: Duration = Duration::from_secs(2);
const TICK: Duration = Duration::from_millis(10);

/// Whether a program has locked the folder at `path`; not on a file system without locks.
pub fn is_taken(path: &Path) -> bool {
    let Ok(folder) = File::open(path) else { return false };
    // A shared lock: two programs that ask at the same moment do not see each other.
    let taken = matches!(folder.try_lock_shared(), Err(TryLockError::WouldBlock));
    let _ = folder.unlock();
    taken
}

/// The exclusive right to write to a folder. The kernel releases it when its process ends, in whatever way.
#[derive(Debug)]
pub struct Lock {
    folder: Option<File>,
}

impl Lock {
    /// Locks the folder at `path`. Errors: another program has locked it; `taken` gives the message.
    ///
    /// The folder itself is locked, so that no lock file is left in the user's project. On a file system
    /// without locks (some network file systems) the lock has no effect.
    pub fn of(path: &Path, taken: impl FnOnce() -> String) -> Result<Self, Failure> {
        let Ok(folder) = File::open(path) else { return Ok(Self { folder: None }) };
        let since = Instant::now();
        loop {
            match folder.try_lock() {
                Ok(()) => return Ok(Self { folder: Some(folder) }),
                Err(TryLockError::WouldBlock) if since.elapsed() < GRACE => thread::sleep(TICK),
                Err(TryLockError::WouldBlock) => return Err(Failure::failed(taken())),
                Err(TryLockError::Error(_)) => return Ok(Self { folder: None }),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            // Closing alone would leave the lock to a child process that another thread is just starting.
            let _ = folder.unlock();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_back_within_the_grace_is_waited_for_and_nothing_longer() {
        let folder = tempfile::tempdir().expect("a folder");
        let take = || Lock::of(folder.path(), || "somebody has it".to_owned());
        assert!(!is_taken(folder.path()));
        let first = take().expect("free");
        assert!(is_taken(folder.path()));
        assert_eq!(take().expect_err("taken").to_string(), "somebody has it");
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(GRACE / 5);
                drop(first);
            });
            take().expect("given back meanwhile");
        });
    }
}
