//! Restricts paths to a folder.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The path of `name` in the folder `root`. The last part may be missing, a link, or anything else; the path
/// refers to it and not to a link's target.
///
/// Errors: `name` is empty, absolute or contains `..` or `.` (`InvalidInput`); an intermediate part is a link
/// or no folder (`NotADirectory`); the operating system's. A missing intermediate part is no error.
pub fn inside(root: &Path, name: &Path) -> io::Result<PathBuf> {
    if !is_plain(name) {
        let what = format!("{} is not a path inside of {}", name.display(), root.display());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    }
    // Normalise the name: after a trailing separator or `/.`, the system resolves a link to its target
    // folder.
    let path = root.join(name.components().collect::<PathBuf>());
    let between: Vec<&Path> = path.ancestors().skip(1).take_while(|&folder| folder != root).collect();
    for folder in between.into_iter().rev() {
        match fs::symlink_metadata(folder) {
            Ok(data) if data.is_dir() => {}
            Ok(_) => return Err(not_a_folder(folder)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => break,
            Err(error) => return Err(error),
        }
    }
    Ok(path)
}

/// Creates the folders between `root` and a path from [`inside`]. Errors: the operating system's.
pub fn make_way(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

/// Whether a path refers to the folder or to something in it, after resolving links; false if either is
/// missing.
pub fn is_within(path: &Path, folder: &Path) -> bool {
    let real = |path: &Path| dunce::canonicalize(path).ok();
    real(path).zip(real(folder)).is_some_and(|(path, folder)| path.starts_with(folder))
}

fn is_plain(name: &Path) -> bool {
    !name.as_os_str().is_empty() && name.components().all(|part| matches!(part, Component::Normal(_)))
}

fn not_a_folder(path: &Path) -> io::Error {
    io::Error::new(io::ErrorKind::NotADirectory, format!("{} is not a folder of its own", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_out_of_the_folder_are_refused() {
        let root = Path::new("/somewhere");
        for name in ["", "/etc/passwd", "..", "a/../../b", "./a", "../a"] {
            assert!(inside(root, Path::new(name)).is_err(), "{name}");
        }
        assert_eq!(inside(root, Path::new("a/b")).expect("inside"), root.join("a/b"));
    }

    #[test]
    #[cfg(unix)]
    fn a_name_that_ends_with_a_separator_stands_for_the_link_and_not_for_what_is_behind_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let elsewhere = tempfile::tempdir().expect("a folder");
        std::os::unix::fs::symlink(elsewhere.path(), folder.path().join("link")).expect("a link");
        for name in ["link/", "link/.", "link//", ".//link/"] {
            let Ok(path) = inside(folder.path(), Path::new(name)) else { continue };
            assert!(fs::symlink_metadata(path).expect("it is there").is_symlink(), "{name}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_link_on_the_way_is_refused_and_one_at_the_end_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let elsewhere = tempfile::tempdir().expect("a folder");
        std::os::unix::fs::symlink(elsewhere.path(), folder.path().join("link")).expect("a link");
        assert!(inside(folder.path(), Path::new("link/a")).is_err());
        assert!(inside(folder.path(), Path::new("link")).is_ok());
    }
}
