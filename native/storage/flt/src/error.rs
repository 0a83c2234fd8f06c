//! Errors of reading and writing files.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use crate::frame::{MAJOR, OLDEST_MINOR};

/// Why a file cannot be read or written. Each message is one sentence: what, where, what to do.
#[derive(Debug)]
#[non_exhaustive]
pub enum FormatError {
    /// The operating system reported an error.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file does not start with Faultline's signature.
    NotFaultline {
        /// The file.
        path: PathBuf,
    },
    /// The file has a newer major version, which this program cannot read.
    NewerVersion {
        /// The file.
        path: PathBuf,
        /// Its version, as `major.minor`.
        version: String,
    },
    /// The file has an older minor version than this program reads.
    OlderVersion {
        /// The file.
        path: PathBuf,
        /// Its version, as `major.minor`.
        version: String,
    },
    /// A complete but invalid record.
    Corrupt {
        /// The file.
        path: PathBuf,
        /// Offset of the record in bytes.
        offset: u64,
        /// What is wrong with it.
        what: String,
    },
    /// The file is no longer what it was when it was first read.
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// The file refers to classes that no file of its folder contains.
    Apart {
        /// The file.
        path: PathBuf,
        /// How many classes are missing.
        classes: usize,
    },
    /// A text file that does not follow its layout.
    Text {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
    /// The matrix would be too large in proportion to the files that describe it.
    TooLarge {
        /// The folder.
        path: PathBuf,
        /// Bytes that the matrix would take.
        bytes: u64,
    },
    /// A folder that must not be written to.
    Folder(faultline_files::Refusal),
    /// The layout does not exist.
    UnknownLayout {
        /// The requested name.
        name: String,
    },
}

impl FormatError {
    pub(crate) fn io(path: &Path, source: io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
    }

    pub(crate) fn corrupt(path: &Path, offset: usize, what: impl Into<String>) -> Self {
        Self::Corrupt { path: path.to_owned(), offset: offset as u64, what: what.into() }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, source } => write!(f, "{}: {source}", path.display()),
            Self::NotFaultline { path } => {
                write!(f, "{} is not a Faultline recording; leave it out", path.display())
            }
            Self::NewerVersion { path, version } => write!(
                f,
                "{} has format version {version}, newer than this program reads (1.x): update Faultline",
                path.display()
            ),
            Self::OlderVersion { path, version } => write!(
                f,
                "{} has format version {version}, older than this program reads ({MAJOR}.{OLDEST_MINOR} and later): \
                 record again",
                path.display()
            ),
            Self::Corrupt { path, offset, what } => write!(
                f,
                "{}: the record at byte {offset} is damaged ({what}): delete the file and run the tests again",
                path.display()
            ),
            Self::Changed { path } => write!(
                f,
                "{} was changed, moved or deleted while it was read: run the command again",
                path.display()
            ),
            Self::Apart { path, classes } => write!(
                f,
                "{}: what {classes} of its classes are stands in files that were recorded in the same folder, and are \
                 missing there or damaged: put the files of one run into one folder, or run the tests again",
                path.display()
            ),
            Self::Text { path, line, what } => write!(f, "{}:{line}: {what}", path.display()),
            Self::TooLarge { path, bytes } => write!(
                f,
                "{}: the coverage matrix would take {bytes} bytes, far more than its files account for: \
                 check that they belong together",
                path.display()
            ),
            Self::Folder(refusal) => write!(f, "{refusal}"),
            Self::UnknownLayout { name } => {
                write!(f, "there is no format named `{name}`: use one of gzoltar, tsv")
            }
        }
    }
}

impl std::error::Error for FormatError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
