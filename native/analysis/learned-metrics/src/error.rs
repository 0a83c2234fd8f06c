//! Errors of models and training.

use std::path::PathBuf;
use std::{fmt, io};

use faultline_diagnosability::DiagnosabilityError;

/// An error of models or training. Each displays as one sentence without a full stop.
#[derive(Debug)]
#[non_exhaustive]
pub enum RlfdcError {
    /// An input or output error.
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The file is not a usable model.
    Refused {
        /// The file.
        path: PathBuf,
        /// The reason, as a clause.
        reason: String,
    },
    /// The model has a newer version of the format.
    NewerVersion {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        version: u64,
    },
    /// No fault was given.
    NoFault,
    /// A fault from which nothing can be learned.
    Unusable {
        /// Name of the fault.
        fault: String,
        /// The reason, as a clause.
        reason: &'static str,
    },
    /// Invalid training options.
    BadOptions {
        /// The valid options, as a clause.
        reason: &'static str,
    },
    /// The metric or its parameter is unknown.
    Metric(DiagnosabilityError),
    /// Training did not converge: weights grew without bound.
    Diverged {
        /// The fault being learned.
        fault: String,
        /// Learning steps before the error.
        learned: usize,
    },
}

impl fmt::Display for RlfdcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, source } => write!(f, "{}: {source}", path.display()),
            Self::Refused { path, reason } => {
                write!(f, "{} cannot be used as a model: {reason}", path.display())
            }
            Self::NewerVersion { path, version } => write!(
                f,
                "{} is a model of format version {version}; this program reads up to {}",
                path.display(),
                crate::VERSION
            ),
            Self::NoFault => write!(f, "there is no fault to learn from"),
            Self::Unusable { fault, reason } => write!(f, "nothing can be learned from {fault}: {reason}"),
            Self::BadOptions { reason } => write!(f, "invalid training options: {reason}"),
            Self::Metric(error) => error.fmt(f),
            Self::Diverged { fault, learned } => write!(
                f,
                "training did not converge: at {fault}, after {learned} learning steps, the weights grew \
                 without bound; try a smaller learning rate"
            ),
        }
    }
}

impl From<DiagnosabilityError> for RlfdcError {
    fn from(error: DiagnosabilityError) -> Self {
        Self::Metric(error)
    }
}

impl std::error::Error for RlfdcError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            Self::Metric(error) => Some(error),
            _ => None,
        }
    }
}
