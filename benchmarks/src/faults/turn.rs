//! A lock between processes.

use std::fs::File;
use std::path::Path;

use crate::BenchError;

/// A lock that other processes wait for, until it is dropped or this process ends.
#[derive(Debug)]
pub struct Turn {
    _file: File,
}

impl Turn {
    /// Waits for the lock of a file, which is created if missing. Errors: the file cannot be created or locked.
    pub fn take(path: &Path) -> Result<Self, BenchError> {
        let file = File::create(path).map_err(BenchError::io(path))?;
        file.lock().map_err(BenchError::io(path))?;
        Ok(Self { _file: file })
    }
}
