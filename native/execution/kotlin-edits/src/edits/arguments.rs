//! Edits of arguments: null, neighbouring numbers, negated booleans, and exchanges of two arguments.

use std::ops::Range;

use tree_sitter::Node;

use crate::calls::{Argument, Call};
use crate::sites::Sites;
use crate::source::Source;
use crate::types::{Type, Types, is_literal};

type Alternative = (Range<usize>, String, String);

/// Finds edits of each argument, and exchanges of each two adjacent ones.
pub fn find(source: &Source, types: &Types, call: &Call<'_>, sites: &mut Sites) {
    let (mut nulls, mut others): (Vec<Alternative>, Vec<Alternative>) = (Vec::new(), Vec::new());
    for (at, argument) in call.arguments.iter().enumerate() {
        let value = argument.value;
        if source.of(value) == "null" || value.kind() == "lambda_literal" {
            continue;
        }
        let of = format!("the {} argument of `{}`", ordinal(at + 1), call.name);
        nulls.push((value.byte_range(), "null".to_owned(), format!("null for {of}")));
        if !is_literal(source, value) {
            by_type(source, types, value, &of, &mut others);
        }
    }
    for pair in call.arguments.windows(2) {
        others.extend(exchange(source, &pair[0], &pair[1], &call.name));
    }
    // Most parameters reject null. Only the compiler knows which accept it, so nulls share one site, to ask
    // it seldom.
    sites.add(1, nulls);
    sites.add(1, others);
}

/// Adds edits by type; for an unknown type those that only compile for one type.
fn by_type(source: &Source, types: &Types, value: Node<'_>, of: &str, all: &mut Vec<Alternative>) {
    let text = source.of(value);
    let mut add = |with: String, words: &str| all.push((value.byte_range(), with, format!("{words} {of}")));
    match types.of_expression(source, value) {
        Some(Type::Whole) => {
            add("0".to_owned(), "`0` for");
            add(format!("({text}) + 1"), "one more for");
            add(format!("({text}) - 1"), "one less for");
        }
        Some(Type::Fraction) => {
            add("0.0".to_owned(), "`0.0` for");
            add(format!("-({text})"), "the negative for");
            add(format!("({text}) * 2"), "twice as much for");
        }
        Some(Type::Truth) => add(format!("!({text})"), "the opposite for"),
        Some(Type::Text) => {
            add("\"\"".to_owned(), "\"\" for");
            add(format!("({text}) + \" \""), "a blank at the end of");
        }
        Some(Type::Other) => {}
        None => {
            add(format!("({text}).inc()"), "one more for");
            add(format!("!({text})"), "the opposite for");
            add(format!("({text}).plus(\" \")"), "a blank at the end of");
        }
    }
}

fn exchange(source: &Source, a: &Argument<'_>, b: &Argument<'_>, name: &str) -> Option<Alternative> {
    let (first, second) = (source.of(a.value), source.of(b.value));
    (first != second).then(|| {
        let between = &source.text()[a.value.end_byte()..b.value.start_byte()];
        // Argument names stay in place.
        let place = a.value.start_byte()..b.value.end_byte();
        (place, format!("{second}{between}{first}"), format!("exchanged arguments of `{name}`"))
    })
}

fn ordinal(number: usize) -> String {
    let end = match number {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}
