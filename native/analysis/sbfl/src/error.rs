//! What can be wrong with a question.

use std::fmt;

/// What can be wrong with a question. Each displays as one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScoringError {
    /// The selection has no failed test, so nothing can be suspected.
    NoFailingTest,
    /// The ranking is by mutants, of which there are no results.
    NoMutants,
    /// Outcomes of conditions and calls cannot count in the ranking.
    LinesOnly {
        /// What knows lines only.
        what: &'static str,
    },
    /// No formula has the name.
    UnknownFormula {
        /// As asked for.
        name: String,
        /// The nearest names, best first.
        near: Vec<String>,
    },
    /// No modifier of a ranking has the name.
    UnknownModifier {
        /// As asked for.
        name: String,
        /// The nearest names, best first.
        near: Vec<String>,
    },
    /// A number in a ranking is missing its name, out of range, or too many.
    BadParameter {
        /// The part of the ranking it stands in.
        part: String,
        /// What is wrong, as the rest of a sentence about the part.
        reason: String,
    },
    /// No test has the name.
    UnknownTest {
        /// As asked for.
        name: String,
        /// The nearest names, best first.
        near: Vec<String>,
    },
    /// A simple class name belongs to several classes.
    AmbiguousTest {
        /// As asked for.
        name: String,
        /// The full names of the classes.
        classes: Vec<String>,
    },
    /// The named test did not fail.
    NotFailed {
        /// As asked for.
        name: String,
        /// What it did instead.
        how: &'static str,
    },
}

impl ScoringError {
    /// The sentence, and where a test is not known, what shows the names of failing ones.
    pub fn with_hint(&self) -> String {
        match self {
            Self::UnknownTest { .. } => {
                format!("{self} (`faultline rank` without --failing shows what failed)")
            }
            _ => self.to_string(),
        }
    }
}

impl fmt::Display for ScoringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFailingTest => f.write_str("no failing test is selected, so nothing can be suspected"),
            Self::NoMutants => f.write_str(
                "the ranking is by mutants, and no results of mutants match the recording; `faultline mutate` makes them",
            ),
            Self::LinesOnly { what } => write!(
                f,
                "{what} knows lines only, and --elements counts what conditions and calls came to; choose a formula"
            ),
            Self::UnknownFormula { name, near } => {
                write!(f, "no ranking is called '{name}'")?;
                did_you_mean(f, near)
            }
            Self::UnknownModifier { name, near } => {
                write!(f, "no part of a ranking is called '{name}'")?;
                if near.is_empty() {
                    return f.write_str("; there are size, trace, name, mutants, amplified, clone, max, mean and sum");
                }
                did_you_mean(f, near)
            }
            Self::BadParameter { part, reason } => write!(f, "'{part}' in a ranking {reason}"),
            Self::UnknownTest { name, near } => {
                write!(f, "no recorded test is called '{name}'")?;
                did_you_mean(f, near)
            }
            Self::AmbiguousTest { name, classes } => {
                write!(
                    f,
                    "'{name}' may be a test of {}; give the full name of the class",
                    classes.join(" or ")
                )
            }
            Self::NotFailed { name, how } => write!(f, "the test '{name}' did not fail (it {how})"),
        }
    }
}

impl std::error::Error for ScoringError {}

fn did_you_mean(f: &mut fmt::Formatter<'_>, near: &[String]) -> fmt::Result {
    if near.is_empty() { Ok(()) } else { write!(f, "; did you mean {}?", near.join(" or ")) }
}
