//! Replaces files atomically.

use std::fs::File;
use std::io;
use std::path::Path;

use tempfile::Builder;

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

/// Writes a file atomically; an existing file stays unchanged until all is written.
///
/// The content is written to a temporary file in the same folder, which is deleted if writing fails; a killed
/// program leaves it behind with the ending `.part`. Permissions are the defaults for new files.
/// Errors: the operating system's.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<File> {
    replace_by(path, write, system::permit)
}

/// As [`replace`], for a file that only its user can read. Errors: as there.
pub fn replace_private(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<File> {
    // Temporary files are private already.
    replace_by(path, write, |_| {})
}

fn replace_by(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
    permit: impl FnOnce(&mut Builder<'_, '_>),
) -> io::Result<File> {
    let mut builder = Builder::new();
    builder.prefix(".faultline-").suffix(".part");
    permit(&mut builder);
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut beside = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    write(beside.as_file_mut())?;
    system::persist(beside, path)
}

/// Renames a file or a folder. On Windows it waits until no other program has it open. Errors: the operating
/// system's.
pub fn rename(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<()> {
    system::rename(from.as_ref(), to.as_ref())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write as _;

    use super::*;

    #[test]
    fn a_file_is_there_whole_or_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        let names = || fs::read_dir(folder.path()).unwrap().count();
        let fails = |file: &mut File| {
            file.write_all(b"half")?;
            Err(io::Error::other("no room"))
        };
        assert!(replace(&path, fails).is_err());
        assert_eq!(names(), 0);
        replace(&path, |file| file.write_all(b"old")).unwrap();
        assert!(replace(&path, fails).is_err());
        assert_eq!((fs::read(&path).unwrap(), names()), (b"old".to_vec(), 1));
        replace(&path, |file| file.write_all(b"new")).unwrap();
        assert_eq!((fs::read(&path).unwrap(), names()), (b"new".to_vec(), 1));
        assert!(replace(&folder.path().join("none/a.txt"), |_| Ok(())).is_err());
    }

    #[test]
    #[cfg(unix)]
    fn others_may_do_with_it_what_they_may_with_any_new_file() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let mode = |name: &str| fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        fs::write(folder.path().join("plain"), "").unwrap();
        replace(&folder.path().join("replaced"), |_| Ok(())).unwrap();
        assert_eq!(mode("replaced"), mode("plain"));
        super::replace_private(&folder.path().join("private"), |_| Ok(())).unwrap();
        assert_eq!(mode("private") & 0o777, 0o600);
    }
}
