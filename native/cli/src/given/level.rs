//! What suspects are.

use clap::ValueEnum;

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
