//! Text layouts: a whole spectrum as a few text files in a folder.
//!
//! Each layout is one variant of [`Layout`], so that the formats of `export` and `import` are chosen in one
//! `match` here and nowhere else. Readers accept untrusted text: unreadable input is an error with file and
//! line, never a panic, and allocations are bounded (see [`matrix`]).

mod columns;
mod descriptor;
mod gzoltar;
mod matrix;
mod text;
mod tsv;

use std::path::{Path, PathBuf};

use faultline_spectrum::Spectrum;

pub use gzoltar::write_ranking;
pub use tsv::{TsvFiles, import_tsv};

use crate::{FormatError, Note};

/// A text layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// `matrix.txt`, `spectra.csv` and `tests.csv`, as in GZoltar's text report.
    Gzoltar,
    /// `elements.tsv`, `tests.tsv`, `failures.tsv` and `faulty-methods.tsv`.
    Tsv,
}

/// A spectrum read from a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// The spectrum: elements and tests in the order of the files.
    pub spectrum: Spectrum,
    /// The methods that a fix changed, if the folder contains them (`Tsv` only).
    pub faulty_methods: Vec<String>,
    /// Notes on data that was only partly understood.
    pub notes: Vec<Note>,
}

/// The result of an export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// The written files.
    pub files: Vec<PathBuf>,
    /// The number of written tests.
    pub tests: usize,
    /// The number of tests left out: aborted and skipped ones, which the layout cannot represent.
    pub left_out: usize,
}

impl Layout {
    /// All layouts.
    pub const ALL: [Self; 2] = [Self::Gzoltar, Self::Tsv];

    /// The name as given to `--format`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gzoltar => "gzoltar",
            Self::Tsv => "tsv",
        }
    }

    /// The layout with this name; case is ignored.
    /// Errors: [`FormatError::UnknownLayout`], which lists the names.
    pub fn from_name(name: &str) -> Result<Self, FormatError> {
        Self::ALL
            .into_iter()
            .find(|layout| layout.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| FormatError::UnknownLayout { name: name.to_owned() })
    }

    /// The layout in a folder, recognised by a file that only this layout has.
    pub fn in_folder(folder: &Path) -> Option<Self> {
        let holds = |file: &str| folder.join(file).is_file();
        match () {
            () if holds(tsv::ELEMENTS) => Some(Self::Tsv),
            () if holds(gzoltar::MATRIX) => Some(Self::Gzoltar),
            () => None,
        }
    }

    /// Reads a folder.
    /// Errors: a file is missing, unreadable, or does not follow the layout.
    pub fn import(self, dir: &Path) -> Result<Imported, FormatError> {
        match self {
            Self::Gzoltar => gzoltar::import(dir),
            Self::Tsv => tsv::import(dir),
        }
    }

    /// Writes a spectrum into a folder. The folder is created, or contains an earlier export whose files are
    /// replaced.
    /// Errors: the folder contains other data; the operating system's.
    pub fn export(self, spectrum: &Spectrum, dir: &Path) -> Result<Exported, FormatError> {
        match self {
            Self::Gzoltar => gzoltar::export(spectrum, dir),
            Self::Tsv => tsv::export(spectrum, dir),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layout_is_found_by_its_name_in_any_case() {
        for layout in Layout::ALL {
            assert_eq!(Layout::from_name(&layout.name().to_uppercase()).unwrap(), layout);
        }
    }

    #[test]
    fn an_unknown_layout_is_an_error_that_lists_all_of_them() {
        let message = Layout::from_name("csv").unwrap_err().to_string();
        assert!(Layout::ALL.iter().all(|layout| message.contains(layout.name())), "{message}");
    }
}
