//! Errors of benchmarks.

use std::{fmt, io, path::PathBuf};

/// The reason why a benchmark has no result.
#[derive(Debug)]
#[non_exhaustive]
pub enum BenchError {
    /// A file could not be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A program could not be started, or ended with an error.
    Program {
        /// Its purpose.
        what: String,
        /// Its output, or the reason why it did not start.
        detail: String,
    },
    /// The agent has not been built.
    NoAgent {
        /// The expected place.
        path: PathBuf,
    },
    /// The program has not been built.
    NoProgram {
        /// The expected place.
        path: PathBuf,
    },
    /// The compared runs did not do the same work, so their times are meaningless.
    Unequal {
        /// What differs.
        detail: String,
    },
}

impl fmt::Display for BenchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, source } => write!(f, "{}: {source}", path.display()),
            Self::Program { what, detail } => write!(f, "{what}: {}", detail.trim_end()),
            Self::NoAgent { path } => {
                write!(f, "no agent at {}: run `make dist` first, or set FAULTLINE_AGENT", path.display())
            }
            Self::NoProgram { path } => {
                write!(f, "no program at {}: run `make dist` first, or set FAULTLINE_PROGRAM", path.display())
            }
            Self::Unequal { detail } => write!(f, "the compared runs differ: {detail}"),
        }
    }
}

impl std::error::Error for BenchError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}

impl BenchError {
    /// Converts errors of file operations.
    pub(crate) fn io(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { path, source }
    }
}
