//! What is ranked.

use std::fmt;
use std::str::FromStr;

/// What is ranked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Level {
    /// Methods, by their lines; by the best of them (Ochiai-agg, for Ochiai) unless told otherwise.
    #[default]
    Method,
    /// Source lines: the elements of one line of one source file together.
    Line,
    /// Classes, by the best of their methods.
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
