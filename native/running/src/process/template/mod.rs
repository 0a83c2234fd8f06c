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

use faultline_telling::words::printable;

/// A name in braces that stands where its value would be read as code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misplaced {
    /// The name, without braces.
    pub name: String,
    /// Where it stands, for a sentence: "in quotes".
    pub place: String,
}

impl Misplaced {
    fn new(name: &str, place: impl Into<String>) -> Self {
        Self { name: name.to_owned(), place: place.into() }
    }

    /// What is wrong, and what a user writes instead. `example` is a right form, `variable` the environment variable that has
    /// the value, too.
    pub fn sentence(&self, option: &str, example: &str, variable: &str) -> String {
        format!(
            "{option} has {{{}}} {}, where a value could run as a command; let it be an argument of its own, as in: {example}; \
             or read the environment variable {variable} there",
            self.name,
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
