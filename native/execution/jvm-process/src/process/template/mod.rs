//! Commands with names in braces that stand for values: names of tests and classes, paths, numbers.
//!
//! Values are data of somebody else: a repository has a path named `$(...)`, a recording a test named `; ... #`. So a value
//! reaches a command as an argument or as an environment variable, and is never pasted into a text that a program reads as
//! code. A name in braces that stands within such a text is [`Misplaced`].

mod characters;
pub mod line;
pub mod names;
mod reader;
pub mod words;

use faultline_messages::words::printable;

/// How the environment variables of names begin.
pub const PREFIX: &str = "FAULTLINE_";

/// A name that stands where its value would be read as code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misplaced {
    /// The name, without braces.
    pub name: String,
    /// As it is written: `{name}`, or a variable of the name.
    pub written: String,
    /// Where it stands, for a sentence: "in quotes".
    pub place: String,
}

impl Misplaced {
    fn new(name: &str, place: impl Into<String>) -> Self {
        Self { name: name.to_owned(), written: format!("{{{name}}}"), place: place.into() }
    }

    /// What is wrong, and what a user writes instead: an example with an argument and one with the environment variable.
    pub fn sentence(&self, option: &str, argument: &str, variable: &str) -> String {
        format!(
            "{option} has {} {}, where a value could run as a command; let it be an argument of its own, as in: {argument}; or let \
             a script read the environment, as in: {variable}",
            printable(&self.written),
            printable(&self.place)
        )
    }
}

/// Where a name stands that a program reads as its code.
fn read_by(program: &str) -> String {
    match program {
        "make" | "gmake" | "bmake" | "just" => {
            format!("behind {program}, which pastes it into lines for a shell")
        }
        "" => "as the name of a program".to_owned(),
        _ => format!("in what {program} reads as a script"),
    }
}
