//! A file that another program has open, such as a virus scanner or an indexer, cannot be replaced or
//! renamed.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::{Builder, NamedTempFile};

/// Timeout for a file that another program has open.
const PATIENCE: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(50);

/// Does nothing: permissions are inherited from the folder.
pub fn permit(_: &mut Builder<'_, '_>) {}

/// Moves a temporary file to its path, once no program has the old file open. Errors: a message if the file
/// stays open until the timeout; the operating system's.
pub fn persist(file: NamedTempFile, path: &Path) -> io::Result<File> {
    // The temporary file is kept between retries.
    let mut left = Some(file);
    patiently(path, || match left.take().map(|file| file.persist(path)) {
        Some(Ok(file)) => Ok(file),
        Some(Err(failed)) => {
            left = Some(failed.file);
            Err(failed.error)
        }
        None => Err(io::Error::other("the file is gone")),
    })
}

/// Renames a file or a folder, once no program has it open. Errors: as [`persist`].
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    patiently(from, || fs::rename(from, to))
}

fn patiently<T>(path: &Path, mut attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    let began = Instant::now();
    loop {
        match attempt() {
            Err(error) if is_busy(&error) && began.elapsed() < PATIENCE => thread::sleep(PAUSE),
            Err(error) if is_busy(&error) => {
                let text = format!(
                    "{} cannot be replaced or moved ({error}); close the program that has it open",
                    path.display()
                );
                return Err(io::Error::new(error.kind(), text));
            }
            result => return result,
        }
    }
}

/// Whether the error means, or may mean, that another program has the file open exclusively.
fn is_busy(error: &io::Error) -> bool {
    const SHARING_VIOLATION: i32 = 32;
    error.kind() == io::ErrorKind::PermissionDenied || error.raw_os_error() == Some(SHARING_VIOLATION)
}
