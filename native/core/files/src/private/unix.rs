//! Permissions are set on creation, so that others can never read the file or folder.

use std::fs::{DirBuilder, OpenOptions};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};

/// A builder of private folders.
pub fn folder() -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.mode(0o700);
    builder
}

/// Options that create private files.
pub fn file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;

    use crate::{private_file, private_folder};

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn folders_and_files_are_their_users_alone() {
        let scratch = tempfile::tempdir().unwrap();
        let (above, folder) = (scratch.path().join("a"), scratch.path().join("a/b"));
        private_folder(&folder).unwrap();
        private_file().write(true).create(true).open(folder.join("file")).unwrap();
        assert_eq!((mode(&folder), mode(&folder.join("file"))), (0o700, 0o600));
        assert_ne!(mode(&above), 0o700, "a project's folder is not closed");
    }

    #[test]
    fn what_is_there_keeps_its_permissions() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("a");
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        private_folder(&folder).unwrap();
        assert_eq!(mode(&folder), 0o755);
        fs::write(folder.join("file"), "").unwrap();
        assert!(private_folder(&folder.join("file")).is_err());
    }
}
