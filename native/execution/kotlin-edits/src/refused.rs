//! Why a test cannot be edited.

use std::fmt;

/// Why a test cannot be edited, as the end of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refused {
    /// The file does not declare its class, or not at its expected nesting.
    NoClass,
    /// The class has no such function: it may be inherited.
    NoMethod,
    /// The function has no body.
    NoBody,
    /// The grammar does not support some code in it.
    NotUnderstood,
}

impl Refused {
    /// Its name in counts.
    pub fn word(self) -> &'static str {
        match self {
            Self::NoClass => "no source",
            Self::NoMethod => "no method",
            Self::NoBody => "no body",
            Self::NotUnderstood => "not understood",
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoClass => "its class cannot be found in its file",
            Self::NoMethod => {
                "its class does not declare it; tests that are inherited are grown from in Java only"
            }
            Self::NoBody => "it has no body",
            Self::NotUnderstood => "it has Kotlin that faultline cannot read",
        })
    }
}
