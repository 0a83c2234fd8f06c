//! File ownership on Unix.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use super::{Access, User};

/// The permission bit of world-writable files.
const WRITABLE_BY_OTHERS: u32 = 0o002;

/// The user of this process; always `Some`.
#[expect(clippy::unnecessary_wraps, reason = "Windows has none that files could be compared with")]
pub fn user() -> Option<User> {
    let behind_sudo = std::env::var("SUDO_UID").ok().and_then(|id| id.parse().ok());
    Some(User { id: rustix::process::geteuid().as_raw(), behind_sudo })
}

/// Who can change a path; for a link, who can change the link itself. Errors: the operating system's.
pub fn access(path: &Path) -> io::Result<Access> {
    let data = fs::symlink_metadata(path)?;
    // The permissions of a link have no meaning.
    let is_open = !data.is_symlink() && data.mode() & WRITABLE_BY_OTHERS != 0;
    Ok(Access { owner: data.uid(), is_open })
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt as _, chown, symlink};

    use super::super::Trust;
    use super::*;

    const DOES: &str = "says what to run";
    /// An id that no user has.
    const OTHER: u32 = 54_321;

    fn is_root() -> bool {
        let is_root = rustix::process::geteuid().is_root();
        if !is_root {
            println!("only root can give files to others: what belongs to others is not tested");
        }
        is_root
    }

    #[test]
    fn own_files_in_own_folders_are_trusted() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        fs::write(&file, "").unwrap();
        Trust::Own.check(&file, DOES).unwrap();
    }

    #[test]
    fn files_and_folders_that_everybody_may_write_to_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        fs::write(&file, "").unwrap();
        for open in [file.as_path(), folder.path()] {
            let before = fs::metadata(open).unwrap().permissions();
            fs::set_permissions(open, Permissions::from_mode(0o777)).unwrap();
            let said = Trust::Own.check(&file, DOES).unwrap_err().to_string();
            assert!(said.contains("can be written to by everybody"), "{said}");
            Trust::Anybody.check(&file, DOES).unwrap();
            fs::set_permissions(open, before).unwrap();
        }
    }

    #[test]
    fn files_and_folders_of_others_are_not_trusted_however_they_are_reached() {
        if !is_root() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let (own, other) = (folder.path().join("own"), folder.path().join("other"));
        for folder in [&own, &other] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("a"), "").unwrap();
        }
        chown(other.join("a"), Some(OTHER), None).unwrap();
        symlink(other.join("a"), own.join("link")).unwrap();
        for file in [other.join("a"), own.join("link")] {
            let said = Trust::Own.check(&file, DOES).unwrap_err().to_string();
            assert!(said.contains("belongs to user 54321, not to you (user 0)"), "{said}");
        }
        chown(other.join("a"), Some(0), None).unwrap();
        Trust::Own.check(&own.join("link"), DOES).unwrap();
        chown(&other, Some(OTHER), None).unwrap();
        for file in [other.join("a"), own.join("link")] {
            assert!(
                Trust::Own.check(&file, DOES).is_err(),
                "the folder's owner can put another file in its place"
            );
            Trust::Anybody.check(&file, DOES).unwrap();
        }
    }
}
