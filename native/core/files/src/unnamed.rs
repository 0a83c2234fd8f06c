//! Files for what has no room in memory.

use std::fs::File;
use std::io;

/// Creates a file without a name, for its user alone, in the system's folder for temporary files (`TMPDIR`). It is gone
/// when the program ends, however that is. Errors: the operating system's.
pub fn unnamed() -> io::Result<File> {
    tempfile::tempfile()
}
