//! What a reader should know about a file that could be read.

use std::fmt;
use std::path::{Path, PathBuf};

/// Something about a readable file that its user should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The file.
    pub path: PathBuf,
    /// What it is about.
    pub kind: NoteKind,
}

/// What a [`Note`] is about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoteKind {
    /// The file has no complete record: its JVM was killed when it had just made it.
    Empty,
    /// The file ends inside a record, which is left out: its JVM was killed while writing.
    TornTail {
        /// Where the record begins, in bytes.
        offset: u64,
        /// How many bytes are left out.
        bytes: u64,
    },
    /// The file ends in zeros that were never written over, after a crash of the machine.
    ZeroTail {
        /// Where the part that is left out begins, in bytes.
        offset: u64,
        /// How many bytes are left out.
        bytes: u64,
    },
    /// Records of a kind that a newer minor version knows were left out.
    UnknownRecords {
        /// The kind.
        kind: u16,
        /// How many.
        count: u64,
    },
    /// The recorder counted something when it sealed the file.
    Counter {
        /// What it counted.
        name: String,
        /// How often.
        value: u64,
    },
    /// The recorder left a message when it sealed the file.
    Message(String),
    /// The file has other numbers of classes and tests than the recorder wrote.
    Incomplete {
        /// Classes and tests that the seal names.
        sealed: (u64, u64),
        /// Classes and tests before the seal.
        found: (u64, u64),
    },
    /// The file gives rise to more notes than anybody wants to read.
    More {
        /// How many were left out.
        count: u64,
    },
    /// Something an importer of a text layout did or could not do.
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
