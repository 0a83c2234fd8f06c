//! Tests and classes as build tools select them.
//!
//! A name of a test is any text: Kotlin has blanks in it, Groovy and Scala signs, and a recording says whatever it likes. What a
//! tool's syntax has no sign for is selected by a pattern or with its whole class, which a note says, or refused; never is
//! something else selected silently.

pub mod console;
pub mod gradle;
mod named;
pub mod surefire;

use std::collections::BTreeSet;

use faultline_messages::words::printable;

/// What selects tests in one tool's syntax.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// One for each test or class, in their order, each once.
    pub parts: BTreeSet<String>,
    /// What is selected in addition, a sentence each.
    pub notes: BTreeSet<String>,
}

impl Selection {
    /// The whole class, where its method cannot be told from others.
    fn whole(&mut self, tool: &str, class: &str, method: &str) {
        self.notes.insert(format!(
            "all tests of {} run, because {tool} cannot select `{}` alone",
            printable(class),
            printable(method)
        ));
    }

    /// A pattern, which may select more than the name that it was made of.
    fn pattern(&mut self, tool: &str, name: &str, pattern: &str) {
        self.notes.insert(format!(
            "`{}` is selected by the pattern `{}`, because {tool} reads some of its characters as signs",
            printable(name),
            printable(pattern)
        ));
    }
}

/// A class that tools can select. Errors: it is not named, or has characters that are none of a class's.
fn checked(class: &str, is_bad: impl Fn(char) -> bool) -> Result<&str, String> {
    if class.is_empty() {
        return Err("a failing test is recorded without its class".to_owned());
    }
    if class.contains('/') || class.trim_matches(' ') != class || class.contains(is_bad) {
        return Err(format!("no class that a tool can select is called `{}`", printable(class)));
    }
    Ok(class)
}
