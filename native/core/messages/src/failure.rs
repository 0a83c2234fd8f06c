//! Failures of commands.

use std::{fmt, io};

/// Why a command failed, in one sentence: what, where, what to do.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The command line is invalid; same exit code as an unknown option.
    Misuse(String),
    /// The command line is valid, but the work failed.
    Failed(String),
    /// There is no failing test to explain, as after a green run; build plugins treat it differently from
    /// other failures.
    NothingFailed(String),
    /// The reader of the output has closed it (`faultline rank | head`): not an error.
    OutputClosed,
}

impl Failure {
    /// A failure of the work, described by `sentence`.
    pub fn failed(sentence: impl Into<String>) -> Self {
        Self::Failed(sentence.into())
    }

    /// A misuse of the command line, described by `sentence`.
    pub fn misuse(sentence: impl Into<String>) -> Self {
        Self::Misuse(sentence.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Misuse(sentence) | Self::Failed(sentence) | Self::NothingFailed(sentence) => {
                f.write_str(sentence)
            }
            Self::OutputClosed => f.write_str("the output was closed"),
        }
    }
}

/// Converts failures of writing to standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::OutputClosed
        } else {
            Self::Failed(format!("writing the output failed: {error}"))
        }
    }
}
