//! What can be wrong with a question about diagnosability.

use std::fmt;

/// What can be wrong. Each displays as one sentence without a full stop.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum DiagnosabilityError {
    /// No metric has the name.
    UnknownMetric {
        /// As asked for.
        name: String,
        /// The nearest names, best first.
        near: Vec<String>,
    },
    /// A metric has no such parameter, or the value is not one that it takes.
    BadParameter {
        /// The metric's name.
        metric: &'static str,
        /// As written: `q=2`.
        given: String,
        /// What it takes instead, as a clause.
        takes: &'static str,
    },
    /// The metric looks at what failing tests cover, and none is given.
    NoFailingTest {
        /// The metric.
        metric: String,
    },
    /// A row number past the last row.
    NoSuchTest {
        /// The row.
        row: usize,
        /// Rows that there are.
        rows: usize,
    },
}

impl fmt::Display for DiagnosabilityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownMetric { name, near } if near.is_empty() => {
                write!(f, "no metric is called '{name}'")
            }
            Self::UnknownMetric { name, near } => {
                write!(f, "no metric is called '{name}'; did you mean {}?", near.join(" or "))
            }
            Self::BadParameter { metric, given, takes } => {
                write!(f, "{metric} cannot be given '{given}'; it takes {takes}")
            }
            Self::NoFailingTest { metric } => {
                write!(f, "{metric} looks at what failing tests cover, and no failing test is given")
            }
            Self::NoSuchTest { row, rows } => write!(f, "there is no test {row} among {rows}"),
        }
    }
}

impl std::error::Error for DiagnosabilityError {}
