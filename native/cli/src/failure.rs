//! Why a command did not do what it was asked.

use std::process::ExitCode;
use std::{fmt, io};

use crate::exit;

/// An error in one sentence: what, where, what to do.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The command line asks for what cannot be; [`exit::MISUSE`], as for an unknown option.
    Misuse(String),
    /// The command line was fine, the work failed; [`exit::FAILED`].
    Failed(String),
    /// There was no failing test to explain, as after a green run; [`exit::NOTHING_FAILED`],
    /// for build plugins.
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

    /// The exit code that belongs to this failure.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Misuse(_) => ExitCode::from(exit::MISUSE),
            Self::Failed(_) => ExitCode::from(exit::FAILED),
            Self::NothingFailed(_) => ExitCode::from(exit::NOTHING_FAILED),
            Self::OutputClosed => ExitCode::SUCCESS,
        }
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
