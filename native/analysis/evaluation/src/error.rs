//! Why faults cannot be evaluated.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use faultline_flt::FormatError;
use faultline_spectrum::MergeError;

/// Why faults cannot be evaluated. Each displays as one sentence without a full stop.
#[derive(Debug)]
#[non_exhaustive]
pub enum EvaluationError {
    /// The operating system said no.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Its reason.
        source: io::Error,
    },
    /// A file of a fault does not follow its layout.
    Format(FormatError),
    /// The recordings of a fault do not fit together.
    Merge {
        /// Their folder.
        path: PathBuf,
        /// Why.
        source: MergeError,
    },
    /// An archive that cannot be unpacked.
    Archive {
        /// The archive.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Two folders or archives hold a fault of one name, which would count twice.
    Twice {
        /// The fault.
        fault: String,
        /// Where it lies.
        places: [PathBuf; 2],
    },
    /// Threads cannot be started.
    Threads {
        /// Why.
        what: String,
    },
    /// Faults cannot be divided into those to learn from and those to judge.
    Division {
        /// Why, in a sentence.
        what: String,
    },
    /// A metric could not be learned.
    Learning {
        /// The metric.
        metric: String,
        /// The part of the faults that it was to judge.
        part: String,
        /// The seed.
        seed: u64,
        /// Why, in a sentence.
        what: String,
    },
    /// Nothing to evaluate.
    NoFault {
        /// Where it was looked for.
        places: Vec<PathBuf>,
        /// Spectra that were found and left out.
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
                write!(f, "the recordings in {} do not fit together: {source}", path.display())
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
