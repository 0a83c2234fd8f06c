//! Command lines for a shell, with values read from the environment.

use std::ops::Range;

use super::Misplaced;
use super::names::Name;

#[cfg(all(test, unix))]
mod prompt;
mod simple;
#[cfg_attr(unix, path = "posix.rs")]
#[cfg_attr(windows, path = "prompt.rs")]
mod syntax;

/// A line whose placeholders are all at positions where a quoted variable can replace them as a shell word.
#[derive(Clone, Debug)]
pub struct Line {
    text: String,
    places: Vec<Place>,
}

/// The position of a placeholder in a line.
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
    /// Parses a line for this system's shell; `numbers` are the placeholders with numeric values. Errors: a
    /// placeholder is in quotes, or where its value would be read as code.
    pub fn of(text: &str, numbers: &[&str]) -> Result<Self, Misplaced> {
        Ok(Self { text: text.to_owned(), places: syntax::places(text, numbers)? })
    }

    /// Whether a placeholder occurs.
    pub fn has(&self, name: &str) -> bool {
        self.places.iter().any(|place| place.name == name)
    }

    /// The line for the shell; `variable` returns the environment variable of a placeholder.
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

/// The first placeholder in a part of a text.
#[cfg(unix)]
fn first_in(text: &str) -> Option<String> {
    super::names::names_in(text).next().map(|name| name.name.to_owned())
}
