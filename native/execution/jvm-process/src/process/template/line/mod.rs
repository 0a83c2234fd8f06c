//! Commands as one line for a shell, in which values are read from the environment.

use std::ops::Range;

use super::Misplaced;
use super::names::Name;

#[cfg(all(test, unix))]
mod prompt;
mod simple;
#[cfg_attr(unix, path = "posix.rs")]
#[cfg_attr(windows, path = "prompt.rs")]
mod syntax;

/// A line in which every name stands where the shell takes a word, so that a quoted variable can take its place.
#[derive(Clone, Debug)]
pub struct Line {
    text: String,
    places: Vec<Place>,
}

/// Where a name stands in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    name: String,
    at: Range<usize>,
    is_arithmetic: bool,
}

impl Place {
    fn of(name: &Name<'_>, is_arithmetic: bool) -> Self {
        Self { name: name.name.to_owned(), at: name.at.clone(), is_arithmetic }
    }
}

impl Line {
    /// A line of the shell of this system; `numbers` are the names whose values are numbers.
    /// Errors: a name stands in quotes, or where its value would be read as code.
    pub fn of(text: &str, numbers: &[&str]) -> Result<Self, Misplaced> {
        Ok(Self { text: text.to_owned(), places: syntax::places(text, numbers)? })
    }

    /// Whether a name is in it.
    pub fn has(&self, name: &str) -> bool {
        self.places.iter().any(|place| place.name == name)
    }

    /// The line for the shell, in which `variable` gives the environment variable of a name.
    pub fn text(&self, variable: impl Fn(&str) -> String) -> String {
        let mut out = String::new();
        let mut copied = 0;
        for place in &self.places {
            out.push_str(&self.text[copied..place.at.start]);
            out.push_str(&syntax::reference(&variable(&place.name), place.is_arithmetic));
            copied = place.at.end;
        }
        out.push_str(&self.text[copied..]);
        out
    }
}

/// The first name within a part of a text.
#[cfg(unix)]
fn first_in(text: &str) -> Option<String> {
    super::names::names_in(text).next().map(|name| name.name.to_owned())
}
