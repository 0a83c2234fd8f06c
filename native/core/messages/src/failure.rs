//! Why a command did not do what it was asked.

use std::{fmt, io};

/// An error in one sentence: what, where, what to do.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The command line asks for what cannot be; as for an unknown option.
    Misuse(String),
    /// The command line was fine, the work failed.
    Failed(String),
    /// There was no failing test to explain, as after a green run; build plugins tell
    /// it from other failures.
    NothingFailed(String),
    /// Whoever reads our output went away (`faultline rank | head`): not an error.
    OutputClosed,
}

impl Failure {
    /// The work failed, in the words of `sentence`.
    pub fn failed(sentence: impl Into<String>) -> Self {
        Self::Failed(sentence.into())
    }

    /// The command line cannot be followed, in the words of `sentence`.
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

/// Failures of writing to standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::OutputClosed
        } else {
            Self::Failed(format!("writing the output failed: {error}"))
        }
    }
}
