//! The option `--ties`.

use clap::ValueEnum;
use faultline_sbfl as scoring;

/// Which rank tied elements get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Ties {
    /// The last of their range: the worst case.
    Max,
    /// The mean of their range, for example 6.5.
    Average,
    /// The first of their range: the best case.
    Min,
    /// The place in the list; equals are in the order of class names and lines.
    LineOrder,
}

impl From<Ties> for scoring::Ties {
    fn from(ties: Ties) -> Self {
        match ties {
            Ties::Max => Self::Max,
            Ties::Average => Self::Average,
            Ties::Min => Self::Min,
            Ties::LineOrder => Self::LineOrder,
        }
    }
}
