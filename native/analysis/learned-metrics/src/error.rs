//! What can go wrong with models and training.

use std::path::PathBuf;
use std::{fmt, io};

use faultline_diagnosability::DiagnosabilityError;

/// What can go wrong. Each displays as one sentence without a full stop.
#[derive(Debug)]
#[non_exhaustive]
pub enum RlfdcError {
    /// The operating system said no.
    Io {
        /// The file.
        path: PathBuf,
        /// Its reason.
        source: io::Error,
    },
    /// A file that is not a model, or not one that can be used.
    Refused {
        /// The file.
        path: PathBuf,
        /// Why, as a clause.
        reason: String,
    },
    /// A model of a newer version of the format.
    NewerVersion {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u64,
    },
    /// There is no fault to learn from.
    NoFault,
    /// Nothing can be learned from a fault.
    Unusable {
        /// Its name.
        fault: String,
        /// Why, as a clause.
        reason: &'static str,
    },
    /// Training with these options makes no sense.
    BadOptions {
        /// What they should be, as a clause.
        reason: &'static str,
    },
    /// No metric is called so, or it has no such parameter.
    Metric(DiagnosabilityError),
    /// Training did not converge: weights grew without bound.
    Diverged {
        /// The fault that was learned from then.
        fault: String,
        /// Learning steps before.
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
            Self::BadOptions { reason } => write!(f, "nothing can be learned so: {reason}"),
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
