//! Finds the recordings that a path refers to.

use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

use faultline_files::limits;

use crate::{FormatError, Layout};

/// Extension of recordings, without the dot.
pub const EXTENSION: &str = "flt";

/// The folder inside a project into which a build records by default.
pub const FOLDER: &str = ".faultline";

/// What a path refers to, for all commands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// Recordings ordered by name: a single file, or those of a folder.
    Recordings(Vec<PathBuf>),
    /// A folder with a spectrum in a layout of other tools.
    Layout(Layout),
    /// A folder without a spectrum.
    Nothing,
}

impl Place {
    /// Resolves a path. A file is a recording. A folder is resolved to the first of these that exist:
    /// recordings directly in it, a text layout, recordings in its `.faultline`.
    /// Errors: the path does not exist, or a folder cannot be listed.
    pub fn of(path: &Path) -> Result<Self, FormatError> {
        if !path.is_dir() {
            fs::metadata(path).map_err(|error| FormatError::io(path, error))?;
            return Ok(Self::Recordings(vec![path.to_owned()]));
        }
        let files = recordings_in(path)?;
        if !files.is_empty() {
            return Ok(Self::Recordings(files));
        }
        if let Some(layout) = Layout::in_folder(path) {
            return Ok(Self::Layout(layout));
        }
        let inside = path.join(FOLDER);
        let files = if inside.is_dir() { recordings_in(&inside)? } else { Vec::new() };
        Ok(if files.is_empty() { Self::Nothing } else { Self::Recordings(files) })
    }
}

/// Whether a path has the extension of recordings.
pub(crate) fn is_named_so(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == EXTENSION)
}

/// The files of a folder that end in `.flt`, ordered by name, without subfolders. Errors: it cannot be
/// listed, or has more entries than allowed for a folder of recordings.
pub fn recordings_in(folder: &Path) -> Result<Vec<PathBuf>, FormatError> {
    let entries = limits::FOLDER.entries(folder).map_err(|error| FormatError::io(folder, error))?;
    let paths = entries.iter().map(DirEntry::path);
    Ok(paths.filter(|path| is_named_so(path) && path.is_file()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_stands_for_the_first_kind_that_it_has() {
        let folder = std::env::temp_dir().join(format!("faultline-place-{}", std::process::id()));
        let inside = folder.join(FOLDER);
        fs::create_dir_all(&inside).unwrap();
        let write = |file: &Path| fs::write(file, "").unwrap();
        let of = |path: &Path| Place::of(path).unwrap();

        assert_eq!(of(&folder), Place::Nothing);
        write(&inside.join("2.flt"));
        write(&inside.join("1.flt"));
        write(&inside.join("1.txt"));
        let recorded = Place::Recordings(vec![inside.join("1.flt"), inside.join("2.flt")]);
        assert_eq!((of(&folder), of(&inside)), (recorded.clone(), recorded));
        write(&folder.join("matrix.txt"));
        assert_eq!(of(&folder), Place::Layout(Layout::Gzoltar));
        write(&folder.join("elements.tsv"));
        assert_eq!(of(&folder), Place::Layout(Layout::Tsv));
        let own = folder.join("own.flt");
        write(&own);
        assert_eq!((of(&folder), of(&own)), (Place::Recordings(vec![own.clone()]), of(&own)));
        assert!(matches!(Place::of(&folder.join("missing")), Err(FormatError::Io { .. })));
        fs::remove_dir_all(folder).unwrap();
    }
}
