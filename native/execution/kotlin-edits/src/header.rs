//! The header of a test function: its annotations, parameters and type, with another name.

use std::ops::Range;

use tree_sitter::Node;

use crate::nodes::{child, children, name};
use crate::source::Source;

/// Modifiers to drop: under its new name the function overrides nothing, and the compiler would mangle the
/// name of an internal one.
const LEFT_OUT: [&str; 4] = ["override", "internal", "open", "final"];

/// The header of a test function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    before: String,
    after: String,
}

impl Header {
    /// The header of a function whose body begins at `body`. The type of one without braces is dropped,
    /// because its variants have braces.
    pub fn of(source: &Source, function: Node<'_>, body: usize, has_braces: bool) -> Option<Self> {
        let name = name(function)?;
        let mut before = source.text()[function.start_byte()..name.start_byte()].to_owned();
        for place in modifiers(source, function) {
            let within = place.start - function.start_byte()..place.end - function.start_byte();
            before.replace_range(within.clone(), &" ".repeat(within.len()));
        }
        let end = if has_braces { body } else { child(function, "function_value_parameters")?.end_byte() };
        let after = source.text()[name.end_byte()..end].trim_end();
        Some(Self { before, after: format!("{after} ") })
    }

    /// The header with a name, in backquotes if it is not a plain word.
    pub fn named(&self, name: &str) -> String {
        let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let quote = if is_word { "" } else { "`" };
        format!("{}{quote}{name}{quote}{}", self.before, self.after)
    }
}

fn modifiers(source: &Source, function: Node<'_>) -> Vec<Range<usize>> {
    let all = child(function, "modifiers").map(children).unwrap_or_default();
    all.into_iter()
        .filter(|node| LEFT_OUT.contains(&source.of(*node)))
        .map(|node| node.byte_range())
        .collect()
}
