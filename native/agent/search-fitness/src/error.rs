//! Errors of guided searches.

use std::fmt;
use std::path::PathBuf;

use faultline_diagnosability::similarity::Nearness;
use faultline_files::OutputRefusal;
use faultline_flt::FormatError;
use faultline_learned_metrics::RlfdcError;
use faultline_sbfl::ScoringError;
use faultline_spectrum::MergeError;

/// Number of failing tests that a message lists.
const LISTED: usize = 3;

/// The reason why a search cannot be guided. Each displays as one sentence without a full stop.
#[derive(Debug)]
#[non_exhaustive]
pub enum FitnessError {
    /// The spectrum cannot be read.
    Format(FormatError),
    /// Its files are inconsistent.
    Merge(PathBuf, MergeError),
    /// There is no spectrum at this path.
    NoSpectrum(PathBuf),
    /// The metric does not exist, or does not accept these parameters or this model.
    Metric(RlfdcError),
    /// The similarity compares conditions, but those of the failing test were not recorded.
    NoConditions(Nearness, PathBuf),
    /// The loaded classes have nothing of the failing test that could be compared.
    NothingToCompare(Nearness, String),
    /// A class has changed since its conditions were recorded.
    OtherBytes(String),
    /// The failing test is unknown, ambiguous, or did not fail.
    Failing(ScoringError),
    /// No recorded test failed.
    NothingFailed(PathBuf),
    /// Several tests failed, and none is named.
    SeveralFailed(Vec<String>),
    /// The failing test covers no line.
    NothingCovered(String),
    /// None of the lines that the failing test covers is in the loaded classes.
    NothingInSight {
        /// The failing test.
        test: String,
        /// A class that it covers.
        class: String,
    },
    /// A class differs from the recorded one.
    OtherVersion {
        /// The class.
        class: String,
        /// A recorded line that does not exist.
        line: u32,
    },
    /// The tests cannot be written.
    Write(OutputRefusal),
}

impl fmt::Display for FitnessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(error) => error.fmt(f),
            Self::Merge(path, error) => {
                write!(f, "the recordings in {} do not belong together: {error}", path.display())
            }
            Self::NoSpectrum(path) => {
                write!(f, "{} is not a spectrum; record one: faultline run -- mvn test", path.display())
            }
            Self::Metric(error) => error.fmt(f),
            Self::NoConditions(what, path) => write!(
                f,
                "{} compares conditions, and none of the failing test were recorded in {}; record them: faultline run \
                 --elements branches -- mvn test",
                what.name(),
                path.display()
            ),
            Self::NothingToCompare(what, test) if what.needs_paths() => write!(
                f,
                "{} compares conditions, and {test} decided none in a class that can be loaded here; is the class path that of \
                 the recording?",
                what.name()
            ),
            Self::NothingToCompare(what, test) => write!(
                f,
                "{} compares inputs, and {test} gives none that its class file tells; is its class on the class path?",
                what.name()
            ),
            Self::OtherBytes(class) => write!(
                f,
                "{class} is not the class whose conditions were recorded: it was recompiled; record the spectrum again"
            ),
            Self::Failing(error) => error.fmt(f),
            Self::NothingFailed(path) => {
                write!(f, "no test of {} failed, so there is no failure to explain", path.display())
            }
            Self::SeveralFailed(names) => {
                let listed = names.iter().take(LISTED).map(String::as_str).collect::<Vec<_>>().join(", ");
                let more = if names.len() > LISTED { ", ..." } else { "" };
                write!(f, "{} recorded tests failed; name the one to explain: {listed}{more}", names.len())
            }
            Self::NothingCovered(test) => write!(f, "{test} covers no recorded line"),
            Self::NothingInSight { test, class } => write!(
                f,
                "no line that {test} covers is in a class that can be loaded here ({class} is one of those \
                 that it covers); is the class path that of the recording?"
            ),
            Self::OtherVersion { class, line } => write!(
                f,
                "{class} is not the class that was recorded: it has no line {line}; record the spectrum again"
            ),
            Self::Write(refusal) => write!(f, "{refusal}"),
        }
    }
}

impl std::error::Error for FitnessError {}

impl From<FormatError> for FitnessError {
    fn from(error: FormatError) -> Self {
        Self::Format(error)
    }
}

impl From<RlfdcError> for FitnessError {
    fn from(error: RlfdcError) -> Self {
        Self::Metric(error)
    }
}

impl From<ScoringError> for FitnessError {
    fn from(error: ScoringError) -> Self {
        Self::Failing(error)
    }
}
