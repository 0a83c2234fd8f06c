//! Tests and classes in the syntax of build tools.
//!
//! A test's name is any text: Kotlin allows spaces, Groovy and Scala allow symbols, and a recording may
//! contain anything. A name that a tool cannot express is selected by a pattern or with its whole class, and
//! a note says so; otherwise it is refused. Nothing else is ever selected silently.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod arguments;
pub mod console;
pub mod gradle;
mod named;
pub mod surefire;

use std::collections::BTreeSet;

use faultline_messages::words::printable;

pub use arguments::{Arguments, Tool, arguments};

/// A selection of tests in one tool's syntax.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// One entry per test or class, sorted, without duplicates.
    pub parts: BTreeSet<String>,
    /// Tests that are selected in addition, a sentence each.
    pub notes: BTreeSet<String>,
}

impl Selection {
    /// Notes that the whole class is selected because its method cannot be selected alone.
    fn whole(&mut self, tool: &str, class: &str, method: &str) {
        self.notes.insert(format!(
            "all tests of {} run, because {tool} cannot select `{}` alone",
            printable(class),
            printable(method)
        ));
    }

    /// Notes that a pattern is used, which may select more than the name it was built from.
    fn pattern(&mut self, tool: &str, name: &str, pattern: &str) {
        self.notes.insert(format!(
            "`{}` is selected by the pattern `{}`, because {tool} reads some of its characters as signs",
            printable(name),
            printable(pattern)
        ));
    }
}

/// Checks that tools can select a class. Errors: it has no name, or its name contains characters that no
/// class name has.
fn checked(class: &str, is_bad: impl Fn(char) -> bool) -> Result<&str, String> {
    if class.is_empty() {
        return Err("a test is recorded without its class".to_owned());
    }
    if class.contains('/') || class.trim_matches(' ') != class || class.contains(is_bad) {
        return Err(format!("no class that a tool can select is called `{}`", printable(class)));
    }
    Ok(class)
}
