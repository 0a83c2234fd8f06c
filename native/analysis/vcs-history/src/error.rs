//! What can go wrong with histories.

use std::path::PathBuf;
use std::{fmt, io};

/// What can go wrong. Each displays as one sentence without a full stop.
#[derive(Debug)]
#[non_exhaustive]
pub enum HistoryError {
    /// There is no repository at or above a folder.
    NoRepository {
        /// The folder.
        folder: PathBuf,
        /// What was wrong with it.
        source: gix::Error,
    },
    /// The repository has no commit yet.
    NoCommit {
        /// The folder.
        folder: PathBuf,
    },
    /// No commit has that name.
    NoRevision {
        /// What was asked for.
        revision: String,
    },
    /// An object is missing or damaged, or what is read of it makes no sense.
    Object {
        /// The object's name.
        id: String,
        /// What is wrong, as a clause.
        reason: String,
    },
    /// The operating system said no.
    Io {
        /// The file.
        path: PathBuf,
        /// Its reason.
        source: io::Error,
    },
    /// What is named as a cache is something else.
    Cache(faultline_files::OutputRefusal),
    /// A recorded history that is none.
    Recorded {
        /// The line, from 1.
        line: usize,
        /// What is wrong, as a clause.
        reason: &'static str,
    },
    /// Less time than all classes need at least.
    TooLittle {
        /// How many classes there are.
        classes: usize,
        /// What each needs. Units: seconds.
        min: u64,
        /// What there is. Units: seconds.
        total: u64,
    },
}

impl HistoryError {
    pub(crate) fn object(id: gix::ObjectId, error: impl fmt::Display) -> Self {
        Self::Object { id: id.to_string(), reason: error.to_string() }
    }
}

impl fmt::Display for HistoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRepository { folder, source } => {
                write!(f, "{} is in no git repository: {source}", folder.display())
            }
            Self::NoCommit { folder } => {
                write!(f, "the repository at {} has no commit yet", folder.display())
            }
            Self::NoRevision { revision } => write!(f, "'{revision}' names no commit of this repository"),
            Self::Object { id, reason } => {
                write!(f, "object {id} of the repository cannot be read: {reason}")
            }
            Self::Io { path, source } => write!(f, "{}: {source}", path.display()),
            Self::Cache(refusal) => write!(f, "{refusal}"),
            Self::Recorded { line, reason } => write!(f, "line {line} of the recorded history: {reason}"),
            Self::TooLittle { classes, min, total } => {
                write!(f, "{classes} classes at {min} s each need more than {total} s in all")
            }
        }
    }
}

impl std::error::Error for HistoryError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NoRepository { source, .. } => Some(source),
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
