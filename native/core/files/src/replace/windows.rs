//! A file that somebody has open cannot be replaced or renamed: a virus scanner, an index, another program that reads it.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::{Builder, NamedTempFile};

/// As long as somebody may have it open.
const PATIENCE: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(50);

/// Permissions are inherited from the folder.
pub fn permit(_: &mut Builder<'_, '_>) {}

/// Puts a file in its place, as soon as nobody has the old one open. Errors: somebody has it open for seconds, said so; the
/// operating system's.
pub fn persist(file: NamedTempFile, path: &Path) -> io::Result<File> {
    // It is kept between the tries.
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

/// Renames a file or a folder, as soon as nobody has it open. Errors: as of [`persist`].
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

/// Whether somebody has the file open in a way that leaves no room for others, or may have.
fn is_busy(error: &io::Error) -> bool {
    const SHARING_VIOLATION: i32 = 32;
    error.kind() == io::ErrorKind::PermissionDenied || error.raw_os_error() == Some(SHARING_VIOLATION)
}
