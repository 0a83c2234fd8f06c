//! Errors of reading histories.

use std::path::PathBuf;
use std::{fmt, io};

/// An error of reading a history. Each displays as one sentence without a full stop.
#[derive(Debug)]
#[non_exhaustive]
pub enum HistoryError {
    /// No repository is at or above a folder.
    NoRepository {
        /// The folder.
        folder: PathBuf,
        /// The underlying error.
        source: gix::Error,
    },
    /// The repository has no commits.
    NoCommit {
        /// The folder.
        folder: PathBuf,
    },
    /// No commit has the requested name.
    NoRevision {
        /// The requested revision.
        revision: String,
    },
    /// An object is missing, damaged or malformed.
    Object {
        /// The object's hash.
        id: String,
        /// The reason, as a clause.
        reason: String,
    },
    /// A partial clone lacks an object.
    Partial {
        /// The object's hash.
        id: String,
    },
    /// An I/O operation failed.
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The file named as the cache is not a cache.
    Cache(faultline_files::OutputRefusal),
    /// A recorded history is malformed.
    Recorded {
        /// The line, from 1.
        line: usize,
        /// The reason, as a clause.
        reason: &'static str,
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
                write!(f, "{} is not in a git repository: {source}", folder.display())
            }
            Self::NoCommit { folder } => {
                write!(f, "the repository at {} has no commits yet", folder.display())
            }
            Self::NoRevision { revision } => write!(f, "'{revision}' is not a commit of this repository"),
            Self::Object { id, reason } => {
                write!(f, "object {id} of the repository cannot be read: {reason}")
            }
            Self::Partial { id } => write!(
                f,
                "this clone is partial and lacks object {id}, and Faultline fetches nothing; fetch all objects with: git fetch --refetch --no-filter"
            ),
            Self::Io { path, source } => write!(f, "{}: {source}", path.display()),
            Self::Cache(refusal) => write!(f, "{refusal}"),
            Self::Recorded { line, reason } => write!(f, "line {line} of the recorded history: {reason}"),
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
