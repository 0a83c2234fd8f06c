//! Errors of the evaluation.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use faultline_flt::FormatError;
use faultline_spectrum::MergeError;

/// Why faults cannot be evaluated. Each displays as one sentence without a full stop.
#[derive(Debug)]
#[non_exhaustive]
pub enum EvaluationError {
    /// The operating system reported an error.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A file of a fault does not follow its layout.
    Format(FormatError),
    /// The recordings of a fault contradict each other.
    Merge {
        /// Their folder.
        path: PathBuf,
        /// The error of merging.
        source: MergeError,
    },
    /// An archive that cannot be unpacked.
    Archive {
        /// The archive.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Two folders or archives contain a fault of the same name, which would count twice.
    Twice {
        /// The fault.
        fault: String,
        /// Its locations.
        places: [PathBuf; 2],
    },
    /// Threads cannot be started.
    Threads {
        /// The reason.
        what: String,
    },
    /// Faults cannot be divided into training and test sets.
    Division {
        /// The reason, in a sentence.
        what: String,
    },
    /// A metric could not be learned.
    Learning {
        /// The metric.
        metric: String,
        /// The part of the faults that the metric would judge.
        part: String,
        /// The seed.
        seed: u64,
        /// The reason, in a sentence.
        what: String,
    },
    /// There are no faults to evaluate.
    NoFault {
        /// The searched places.
        places: Vec<PathBuf>,
        /// Number of spectra that were found and left out.
        left_out: usize,
    },
}

impl EvaluationError {
    pub(crate) fn io(path: &Path, source: io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
    }

    pub(crate) fn archive(path: &Path, what: impl fmt::Display) -> Self {
        Self::Archive { path: path.to_owned(), what: what.to_string() }
    }

    pub(crate) fn division(what: impl Into<String>) -> Self {
        Self::Division { what: what.into() }
    }
}

impl From<FormatError> for EvaluationError {
    fn from(error: FormatError) -> Self {
        Self::Format(error)
    }
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, source } => write!(f, "{}: {source}", path.display()),
            Self::Format(error) => error.fmt(f),
            Self::Merge { path, source } => {
                write!(f, "the recordings in {} do not belong together: {source}", path.display())
            }
            Self::Archive { path, what } => {
                write!(f, "{} cannot be unpacked ({what})", path.display())
            }
            Self::Threads { what } => write!(f, "threads cannot be started ({what})"),
            Self::Division { what } => f.write_str(what),
            Self::Learning { metric, part, seed, what } => {
                write!(f, "{metric} could not be learned for {part} with seed {seed}: {what}")
            }
            Self::Twice { fault, places: [a, b] } => write!(
                f,
                "the fault {fault} is in {} and in {}, and would count twice: leave one out",
                a.display(),
                b.display()
            ),
            Self::NoFault { places, left_out: 0 } => write!(
                f,
                "{} holds no fault: no folder with elements.tsv and tests.tsv or with recordings (*.flt), \
                 and no archive (*.tar.xz) of such folders",
                listed(places)
            ),
            Self::NoFault { places, left_out } => write!(
                f,
                "none of the {left_out} spectra in {} can be evaluated: each needs a failing test and \
                 faulty-methods.tsv with a method that has lines",
                listed(places)
            ),
        }
    }
}

/// Paths, separated by commas.
fn listed(paths: &[PathBuf]) -> String {
    let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    paths.join(", ")
}

impl std::error::Error for EvaluationError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            Self::Format(source) => Some(source),
            Self::Merge { source, .. } => Some(source),
            _ => None,
        }
    }
}
