//! The granularity of a ranking.

use std::fmt;
use std::str::FromStr;

/// The granularity of a ranking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Level {
    /// Methods, by default scored by their best line (Ochiai-agg, for Ochiai).
    #[default]
    Method,
    /// Source lines, each with all its elements.
    Line,
    /// Classes, scored by their best method.
    Class,
}

impl Level {
    /// Every level, the default first.
    pub const ALL: [Self; 3] = [Self::Method, Self::Line, Self::Class];

    /// Lower-case name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Method => "method",
            Self::Line => "line",
            Self::Class => "class",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|level| level.name() == name)
            .ok_or_else(|| format!("'{name}' is not a level; it is one of method, line, class"))
    }
}
