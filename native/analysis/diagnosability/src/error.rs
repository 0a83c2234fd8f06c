//! Errors of diagnosability queries.

use std::fmt;

/// An error of a query. Each displays as one sentence without a full stop.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum DiagnosabilityError {
    /// No metric has the name.
    UnknownMetric {
        /// The requested name.
        name: String,
        /// The nearest names, best first.
        near: Vec<String>,
    },
    /// A metric does not have the parameter, or does not accept the value.
    BadParameter {
        /// The metric's name.
        metric: &'static str,
        /// As written: `q=2`.
        given: String,
        /// The accepted parameters, as a clause.
        takes: &'static str,
    },
    /// The metric needs a failing test, and none is given.
    NoFailingTest {
        /// The metric.
        metric: String,
    },
    /// A row number beyond the last row.
    NoSuchTest {
        /// The row.
        row: usize,
        /// Number of rows.
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
                write!(f, "{metric} needs the coverage of a failing test, and no failing test is given")
            }
            Self::NoSuchTest { row, rows } => write!(f, "there is no test {row} among {rows}"),
        }
    }
}

impl std::error::Error for DiagnosabilityError {}
