//! The option `--level`: what is ranked.

use clap::ValueEnum;
use faultline_sbfl as scoring;

/// What is ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// Methods and constructors.
    Method,
    /// Source lines.
    Line,
    /// Classes.
    Class,
}

impl From<Level> for scoring::Level {
    fn from(level: Level) -> Self {
        match level {
            Level::Method => Self::Method,
            Level::Line => Self::Line,
            Level::Class => Self::Class,
        }
    }
}
