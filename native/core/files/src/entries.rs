//! Reads the entries of folders, up to a limit.

use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

/// Limits on the entries read from a folder and on the depth of nested folders. A folder may have any number
/// of entries, each of which takes memory and time; and mounted folders may form cycles without a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Maximum number of entries of one folder.
    pub entries: usize,
    /// Maximum depth; the starting folder is at 0.
    pub depth: usize,
}

impl Bounds {
    /// The entries of a folder, ordered by name.
    /// Errors: there are more than the limit, in a sentence that follows the path (`x: this folder has more
    /// than ...`); the operating system's.
    /// Memory: proportional to the entries.
    pub fn entries(self, folder: &Path) -> io::Result<Vec<DirEntry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(folder)? {
            if entries.len() == self.entries {
                let most = self.entries;
                return Err(io::Error::new(
                    io::ErrorKind::FileTooLarge,
                    format!(
                        "this folder has more than {most} entries, the most that are read of one; put what is to be read \
                         into a folder of its own"
                    ),
                ));
            }
            entries.push(entry?);
        }
        entries.sort_by_cached_key(DirEntry::file_name);
        Ok(entries)
    }

    /// As [`Bounds::entries`], for optional searches: an unreadable folder, or one with more entries, counts
    /// as empty.
    pub fn looked_at(self, folder: &Path) -> Vec<DirEntry> {
        self.entries(folder).unwrap_or_default()
    }

    /// Every file below a folder, by its relative path, ordered by folders and names. Anything but a folder
    /// counts as a file, including links to folders, so that links lead neither outside nor into cycles.
    /// Errors: as [`Bounds::entries`], with the path of the folder; nesting exceeds the depth.
    pub fn files_below(self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let (mut found, mut folders) = (Vec::new(), vec![(PathBuf::new(), 0)]);
        while let Some((below, depth)) = folders.pop() {
            let here = folder.join(&below);
            let entries = self.check_depth(depth).and_then(|()| self.entries(&here));
            for entry in entries.map_err(|error| named(&here, &error))? {
                let path = below.join(entry.file_name());
                if entry.file_type()?.is_dir() {
                    folders.push((path, depth + 1));
                } else {
                    found.push(path);
                }
            }
        }
        found.sort();
        Ok(found)
    }

    /// Checks the depth of a folder. Errors: it exceeds the limit, in a sentence that follows the folder's
    /// path.
    pub fn check_depth(self, depth: usize) -> io::Result<()> {
        if depth <= self.depth {
            return Ok(());
        }
        let most = self.depth;
        let text = format!(
            "this folder lies more than {most} folders deep, and none deeper is looked into; name it, or move it away"
        );
        Err(io::Error::new(io::ErrorKind::FileTooLarge, text))
    }
}

/// Adds the folder to an error.
fn named(folder: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEW: Bounds = Bounds { entries: 3, depth: 2 };

    fn names(entries: &[DirEntry]) -> Vec<String> {
        entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn the_entries_of_a_folder_come_in_order_up_to_a_number() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["c", "a", "b"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        assert_eq!(names(&FEW.entries(folder.path()).unwrap()), ["a", "b", "c"]);
        fs::create_dir(folder.path().join("d")).unwrap();
        let error = FEW.entries(folder.path()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert!(error.to_string().starts_with("this folder has more than 3 entries, the most"), "{error}");
        assert!(FEW.looked_at(folder.path()).is_empty());
        let missing = FEW.entries(&folder.path().join("none")).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn files_are_found_below_a_folder_but_not_deeper_than_that() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("a/b");
        fs::create_dir_all(&below).unwrap();
        fs::write(below.join("2"), "").unwrap();
        fs::write(folder.path().join("a/1"), "").unwrap();
        let found = FEW.files_below(folder.path()).unwrap();
        assert_eq!(found, [Path::new("a").join("1"), Path::new("a").join("b").join("2")]);
        fs::create_dir(below.join("c")).unwrap();
        let error = FEW.files_below(folder.path()).unwrap_err().to_string();
        assert!(
            error.contains("c: this folder lies more than 2 folders deep") && error.contains("name it"),
            "{error}"
        );
        for name in ["3", "4", "5"] {
            fs::write(below.join(name), "").unwrap();
        }
        let error = FEW.files_below(folder.path()).unwrap_err().to_string();
        assert!(error.contains("b: this folder has more than 3 entries"), "{error}");
    }

    #[test]
    #[cfg(unix)]
    fn links_to_folders_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "").unwrap();
        std::os::unix::fs::symlink(".", folder.path().join("around")).unwrap();
        assert_eq!(FEW.files_below(folder.path()).unwrap(), [Path::new("a"), Path::new("around")]);
    }
}
