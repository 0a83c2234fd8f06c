//! What a test gives to the program.

use std::ops::Range;

use tree_sitter::Node;

use crate::assertions::Assertions;
use crate::calls::call;
use crate::edit::Edit;
use crate::nodes::walk;
use crate::source::Source;
use crate::split::{Split, is_statement};
use crate::types::is_literal;

/// What a test gives to the program: its literals, and those arguments of calls that hold no other input. An input is where it stands
/// in the test, so that what is left out or put in moves no other one. What assertions expect is none.
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

    /// Of a test with these edits, how many inputs are as they were, and of how many: those of the one that has more.
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

/// Literals in a piece of code.
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
