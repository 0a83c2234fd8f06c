//! The `faultline run` that started this JVM, or one above it.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use faultline_files::MARKER;

/// A run, as far as this JVM sees it.
#[derive(Debug)]
pub struct Run {
    /// The folder of the recordings, which the run locks.
    folder: PathBuf,
    /// `None` where it cannot be seen: in a container of its own, and outside of Linux.
    process: Option<Process>,
}

/// A process of Linux. Its number alone may be that of a later one.
#[derive(Debug, PartialEq, Eq)]
struct Process {
    folder: PathBuf,
    /// Units: ticks since the system was started.
    started: String,
}

impl Run {
    /// The run of the process with this number, which is alive.
    pub fn of(folder: &Path, process: &str) -> Self {
        Self { folder: folder.to_owned(), process: Process::of(Path::new("/proc").join(process)) }
    }

    /// The folder of its process in `/proc`, if it can be seen and has not ended.
    pub fn process(&self) -> Option<&Path> {
        let process = self.process.as_ref()?;
        Process::of(process.folder.clone()).is_some_and(|now| now == *process).then_some(&*process.folder)
    }

    /// Whether the run has ended, in whatever way. Its process may go on, as that of a server does, and another run
    /// may have locked the folder since. False where neither can be seen.
    pub fn is_over(&self) -> bool {
        let is_gone = self.process.is_some() && self.process().is_none();
        is_gone || is_unlocked(&self.folder)
    }
}

impl Process {
    fn of(folder: PathBuf) -> Option<Self> {
        let state = fs::read_to_string(folder.join("stat")).ok()?;
        // After the program's name, which may hold anything, in parentheses: the state is the third field.
        let started = state.rsplit_once(')')?.1.split_whitespace().nth(19)?.to_owned();
        Some(Self { folder, started })
    }
}

/// Whether nobody has locked a folder that a run marked. A build that cleans up may remove the run's folder; the one
/// that a JVM makes in its place has neither mark nor lock. False where folders cannot be locked.
fn is_unlocked(folder: &Path) -> bool {
    if !folder.join(MARKER).exists() {
        return false;
    }
    let Ok(lock) = File::open(folder) else { return false };
    match lock.try_lock_shared() {
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => false,
        Ok(()) => {
            // Closing would do, unless another thread is just starting a process.
            let _ = lock.unlock();
            true
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::testing::Folder;

    /// A run whose process has ended.
    #[cfg(target_os = "linux")]
    pub(crate) fn killed(folder: &Path) -> Run {
        let mut run = Run::of(folder, &std::process::id().to_string());
        run.process.as_mut().expect("Linux has /proc").started = "0".into();
        run
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_run_is_over_with_its_process_although_another_has_locked_its_folder() {
        let folder = Folder::new();
        fs::write(folder.path().join(MARKER), "").unwrap();
        let lock = File::open(folder.path()).unwrap();
        lock.try_lock().unwrap();
        assert!(!Run::of(folder.path(), &std::process::id().to_string()).is_over());
        assert!(killed(folder.path()).is_over());
    }

    #[cfg(unix)]
    #[test]
    fn a_run_is_over_when_its_folder_is_no_longer_locked() {
        let folder = Folder::new();
        fs::write(folder.path().join(MARKER), "").unwrap();
        let lock = File::open(folder.path()).unwrap();
        lock.try_lock().unwrap();
        for process in [std::process::id().to_string(), "none".to_owned()] {
            assert!(!Run::of(folder.path(), &process).is_over());
        }
        drop(lock);
        assert!(Run::of(folder.path(), "none").is_over());
    }

    #[test]
    fn a_run_whose_folder_the_build_removed_goes_on() {
        let folder = Folder::new();
        let removed = folder.path().join("target/faultline");
        let run = Run::of(&removed, &std::process::id().to_string());
        assert!(!run.is_over());
        fs::create_dir_all(&removed).unwrap();
        assert!(!run.is_over(), "a JVM has made it again");
    }
}
