//! Commands with placeholders in braces for values: names of tests and classes, paths, numbers.
//!
//! Values are untrusted: a repository may have a path named `$(...)`, a recording a test named `; ... #`. So
//! a value reaches a command as an argument or an environment variable, and is never inserted into text that
//! a program reads as code. A placeholder inside such text is [`Misplaced`].

mod characters;
pub mod line;
pub mod names;
mod reader;
pub mod words;

use faultline_messages::words::printable;

/// Prefix of the environment variables of placeholders.
pub const PREFIX: &str = "FAULTLINE_";

/// A placeholder whose value would be read as code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misplaced {
    /// The name, without braces.
    pub name: String,
    /// Its spelling: `{name}`, or the placeholder's variable.
    pub written: String,
    /// Its position, for a sentence: "in quotes".
    pub place: String,
}

impl Misplaced {
    fn new(name: &str, place: impl Into<String>) -> Self {
        Self { name: name.to_owned(), written: format!("{{{name}}}"), place: place.into() }
    }

    /// The error message: the problem, and two valid examples, with an argument and with the environment
    /// variable.
    pub fn sentence(&self, option: &str, argument: &str, variable: &str) -> String {
        format!(
            "{option} has {} {}, where a value could run as a command; let it be an argument of its own, as in: {argument}; or let \
             a script read the environment, as in: {variable}",
            printable(&self.written),
            printable(&self.place)
        )
    }
}

/// The position of a placeholder that a program reads as code, for a sentence.
fn read_by(program: &str) -> String {
    match program {
        "make" | "gmake" | "bmake" | "just" => {
            format!("behind {program}, which pastes it into lines for a shell")
        }
        "" => "as the name of a program".to_owned(),
        _ => format!("in what {program} reads as a script"),
    }
}
