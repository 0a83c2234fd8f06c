//! Notes on files that could be read.

use std::fmt;
use std::path::{Path, PathBuf};

/// A remark on a readable file for its user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The file.
    pub path: PathBuf,
    /// The subject.
    pub kind: NoteKind,
}

/// The subject of a [`Note`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoteKind {
    /// The file has no complete record: its JVM was killed just after creating it.
    Empty,
    /// The file ends inside a record, which is dropped: its JVM was killed while writing.
    TornTail {
        /// Start of the record, in bytes.
        offset: u64,
        /// Number of dropped bytes.
        bytes: u64,
    },
    /// The file ends in unwritten zeros, after a crash of the machine.
    ZeroTail {
        /// Start of the dropped part, in bytes.
        offset: u64,
        /// Number of dropped bytes.
        bytes: u64,
    },
    /// Records of a kind that only newer minor versions know were skipped.
    UnknownRecords {
        /// The kind.
        kind: u16,
        /// The number of records.
        count: u64,
    },
    /// A counter that the recorder wrote when it sealed the file.
    Counter {
        /// The counter's name.
        name: String,
        /// The counter's value.
        value: u64,
    },
    /// A message that the recorder wrote when it sealed the file.
    Message(String),
    /// The numbers of classes and tests in the file differ from those in the seal.
    Incomplete {
        /// Classes and tests according to the seal.
        sealed: (u64, u64),
        /// Classes and tests before the seal.
        found: (u64, u64),
    },
    /// Further notes were dropped because there are too many.
    More {
        /// The number of dropped notes.
        count: u64,
    },
    /// A remark of a text layout's importer.
    Imported(String),
}

impl Note {
    pub(crate) fn new(path: &Path, kind: NoteKind) -> Self {
        Self { path: path.to_owned(), kind }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.kind {
            NoteKind::Empty => f.write_str("holds no complete record, ignored"),
            NoteKind::TornTail { offset, bytes } => {
                write!(f, "ends inside the record at byte {offset}; its {bytes} bytes are ignored")
            }
            NoteKind::ZeroTail { offset, bytes } => {
                write!(f, "ends in unwritten space; {bytes} bytes from byte {offset} are ignored")
            }
            NoteKind::UnknownRecords { kind, count } => {
                write!(f, "{count} records of kind {kind} are of a newer version and were left out")
            }
            NoteKind::Counter { name, value } => write!(f, "the recorder counted {value} {name}"),
            NoteKind::Message(text) => write!(f, "the recorder says: {text}"),
            NoteKind::Incomplete { sealed, found } => write!(
                f,
                "has {} classes and {} tests where the recorder wrote {} and {}",
                found.0, found.1, sealed.0, sealed.1
            ),
            NoteKind::More { count } => write!(f, "{count} more notes were left out"),
            NoteKind::Imported(text) => f.write_str(text),
        }
    }
}
