//! A file that somebody has open cannot be replaced: a virus scanner, an index, another program that reads it.

use std::fs::File;
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
    let began = Instant::now();
    let mut file = file;
    loop {
        match file.persist(path) {
            Ok(file) => return Ok(file),
            Err(failed) if failed.error.kind() != io::ErrorKind::PermissionDenied && !is_shared(&failed.error) => {
                return Err(failed.error);
            }
            Err(failed) if began.elapsed() > PATIENCE => {
                return Err(io::Error::new(
                    failed.error.kind(),
                    format!("{} cannot be replaced ({}); close the program that has it open", path.display(), failed.error),
                ));
            }
            Err(failed) => file = failed.file,
        }
        thread::sleep(PAUSE);
    }
}

/// Whether somebody has the file open in a way that leaves no room for others.
fn is_shared(error: &io::Error) -> bool {
    const SHARING_VIOLATION: i32 = 32;
    error.raw_os_error() == Some(SHARING_VIOLATION)
}
