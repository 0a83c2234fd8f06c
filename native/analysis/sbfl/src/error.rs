//! Errors of ranking queries.

use std::fmt;

/// An error of a ranking query. Each displays as one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScoringError {
    /// The selection has no failed test, so there are no suspects.
    NoFailingTest,
    /// The ranking is by mutants, but there are no results of mutants.
    NoMutants,
    /// The base of the ranking cannot score outcomes of conditions and calls.
    LinesOnly {
        /// The kind of base.
        what: &'static str,
    },
    /// No formula has the name.
    UnknownFormula {
        /// The requested name.
        name: String,
        /// The nearest names, best first.
        near: Vec<String>,
    },
    /// No modifier of a ranking has the name.
    UnknownModifier {
        /// The requested name.
        name: String,
        /// The nearest names, best first.
        near: Vec<String>,
    },
    /// A parameter of a ranking has an unknown name, is out of range, or is superfluous.
    BadParameter {
        /// The part of the ranking with the parameter.
        part: String,
        /// The reason, as the rest of a sentence about the part.
        reason: String,
    },
    /// No test has the name.
    UnknownTest {
        /// The requested name.
        name: String,
        /// The nearest names, best first.
        near: Vec<String>,
    },
    /// A simple class name belongs to several classes.
    AmbiguousTest {
        /// The requested name.
        name: String,
        /// The full names of the classes.
        classes: Vec<String>,
    },
    /// The named test did not fail.
    NotFailed {
        /// The requested name.
        name: String,
        /// Its actual outcome, as a verb.
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
                "the ranking needs mutants, but no mutant results match the recording; `faultline mutate` makes them",
            ),
            Self::LinesOnly { what } => write!(
                f,
                "{what} supports lines only, and --elements also counts outcomes of conditions and calls; choose a formula"
            ),
            Self::UnknownFormula { name, near } => {
                write!(f, "no ranking is called '{name}'")?;
                did_you_mean(f, near)
            }
            Self::UnknownModifier { name, near } => {
                write!(f, "no part of a ranking is called '{name}'")?;
                if near.is_empty() {
                    return f.write_str("; there are size, trace, name, mutants, amplified, changed, infection, clone, max, mean and sum");
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
