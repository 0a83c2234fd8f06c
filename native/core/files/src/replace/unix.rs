//! A name can be given to another file whoever has the old one open.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// The permissions of any new file, which the user's mask takes from.
pub fn permit(builder: &mut Builder<'_, '_>) {
    builder.permissions(Permissions::from_mode(0o666));
}

/// Puts a file in its place. Errors: the operating system's.
pub fn persist(file: NamedTempFile, path: &Path) -> io::Result<File> {
    Ok(file.persist(path)?)
}

/// Renames a file or a folder. Errors: the operating system's.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}
