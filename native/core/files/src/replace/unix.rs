//! An open file can be replaced or renamed.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// Sets the default permissions of new files, to which the umask applies.
pub fn permit(builder: &mut Builder<'_, '_>) {
    builder.permissions(Permissions::from_mode(0o666));
}

/// Moves a temporary file to its path. Errors: the operating system's.
pub fn persist(file: NamedTempFile, path: &Path) -> io::Result<File> {
    Ok(file.persist(path)?)
}

/// Renames a file or a folder. Errors: the operating system's.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}
