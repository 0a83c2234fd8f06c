//! Creates files in Faultline's own folders and in temporary folders, which contain no user files.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use crate::private::private_file;

/// Creates a file that only its user can read, replacing an existing one; a link is removed, never written
/// through. Only for paths from an [`OwnedFolder`](crate::OwnedFolder) and for temporary folders. Errors: the
/// operating system's.
pub fn fresh(path: &Path) -> io::Result<File> {
    if fs::symlink_metadata(path).is_ok_and(|data| !data.is_dir()) {
        fs::remove_file(path)?;
    }
    private_file().read(true).write(true).create_new(true).open(path)
}

/// Writes a file with [`fresh`], and creates the folders above it. Errors: the operating system's.
pub fn put(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    crate::inside::make_way(path)?;
    fresh(path)?.write_all(content.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_made_anew_and_a_link_is_not_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a/b");
        put(&path, "first").expect("a new file");
        put(&path, "2nd").expect("the same file");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "2nd");
        assert!(put(&folder.path().join("a"), "").is_err(), "a folder stays");
        #[cfg(unix)]
        {
            let link = folder.path().join("link");
            std::os::unix::fs::symlink(&path, &link).expect("a link");
            put(&link, "third").expect("in place of the link");
            assert_eq!(fs::read_to_string(&path).expect("a file"), "2nd");
        }
    }
}
