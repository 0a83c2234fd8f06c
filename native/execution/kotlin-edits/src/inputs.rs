//! The inputs of a test.

use std::ops::Range;

use tree_sitter::Node;

use crate::assertions::Assertions;
use crate::calls::call;
use crate::edit::Edit;
use crate::nodes::walk;
use crate::source::Source;
use crate::split::{Split, is_statement};
use crate::types::is_literal;

/// The inputs of a test: its literals, and those arguments of calls that contain no other input, except the
/// expected values of assertions. An input is identified by its position in the original test, so that
/// insertions and removals do not move the others.
#[derive(Clone, Debug, Default)]
pub struct Inputs(Vec<Range<usize>>);

impl Inputs {
    pub fn of(source: &Source, assertions: &Assertions<'_>, split: &Split<'_>, body: Node<'_>) -> Self {
        let mut all: Vec<Range<usize>> = Vec::new();
        walk(body, &mut |node| {
            let is_asserting = is_statement(node) || node == body;
            if is_asserting
                && let Some(actual) = assertions.actual(node)
                && assertions.is_assertion(node)
            {
                collect(source, split, actual, &mut all);
                return false;
            }
            collect_one(source, split, node, &mut all);
            !is_literal(source, node)
        });
        let within =
            |inner: &Range<usize>, outer: &Range<usize>| outer.start <= inner.start && inner.end <= outer.end;
        let mut places: Vec<Range<usize>> = Vec::new();
        for place in &all {
            let holds_another = all.iter().any(|other| within(other, place) && other != place);
            if !holds_another && !places.contains(place) {
                places.push(place.clone());
            }
        }
        Self(places)
    }

    /// The inputs of a test after edits, as the number of unchanged inputs and the total of the larger test:
    /// `7/8`.
    pub fn after(&self, edits: &[Edit]) -> String {
        let is_left = |place: &&Range<usize>| edits.iter().all(|edit| !edit.touches(place));
        let equal = self.0.iter().filter(is_left).count();
        let (mut added, mut gone) = (0, 0);
        for edit in edits {
            added += literals(&edit.with);
            gone += self.0.iter().filter(|place| edit.touches(place)).count();
        }
        format!("{equal}/{}", self.0.len() + added.saturating_sub(gone))
    }
}

fn collect(source: &Source, split: &Split<'_>, node: Node<'_>, all: &mut Vec<Range<usize>>) {
    walk(node, &mut |node| {
        collect_one(source, split, node, all);
        !is_literal(source, node)
    });
}

fn collect_one(source: &Source, split: &Split<'_>, node: Node<'_>, all: &mut Vec<Range<usize>>) {
    let arguments = call(source, node).map(|call| call.arguments).unwrap_or_default();
    let literal = is_literal(source, node).then_some(node);
    for input in arguments.iter().map(|argument| argument.value).chain(literal) {
        let place = input.byte_range();
        if !split.is_expected(&place) {
            all.push(place);
        }
    }
}

/// Number of literals in a piece of code.
fn literals(code: &str) -> usize {
    let mut count = 0;
    let mut rest = code.chars().peekable();
    let mut before = ' ';
    while let Some(c) = rest.next() {
        let is_begin = !(before.is_alphanumeric() || before == '_');
        if c == '"' || c == '\'' {
            count += 1;
            while let Some(inside) = rest.next() {
                if inside == '\\' {
                    rest.next();
                } else if inside == c {
                    break;
                }
            }
        } else if is_begin && (c.is_alphanumeric() || c == '_') {
            let mut word = String::from(c);
            while let Some(next) = rest.next_if(|next| next.is_alphanumeric() || "._".contains(*next)) {
                word.push(next);
            }
            count += usize::from(c.is_ascii_digit() || matches!(word.as_str(), "true" | "false" | "null"));
            before = 'a';
            continue;
        }
        before = c;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_counted_in_a_piece_of_code() {
        for (code, count) in
            [("(-1)", 1), ("\"a 1 'b\"", 1), ("x1.inc()", 0), (".add(\"x\", 2, true)", 3), ("null", 1)]
        {
            assert_eq!(literals(code), count, "{code}");
        }
    }
}
