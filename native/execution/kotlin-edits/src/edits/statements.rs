//! Edits of statements: removals, and repeated calls.

use tree_sitter::Node;

use crate::calls::call;
use crate::literals::code;
use crate::nodes::with_semicolon;
use crate::sites::Sites;
use crate::source::Source;

/// Finds edits of a statement that is not an assertion. Only calls and assignments are edited: later code
/// needs declarations.
pub fn find(source: &Source, statement: Node<'_>, sites: &mut Sites) {
    let called = call(source, statement);
    if called.is_none() && statement.kind() != "assignment" || is_all_of_it(statement) {
        return;
    }
    let is_block =
        statement.parent().is_some_and(|parent| matches!(parent.kind(), "block" | "lambda_literal"));
    let (text, place) = (source.of(statement), statement.byte_range());
    let what = called.as_ref().map_or_else(|| code(text), |call| format!("`{}`", call.name));
    let words = format!("leave out {what}");
    let mut all = if is_block {
        vec![(with_semicolon(statement, source.text()), String::new(), words)]
    } else {
        vec![(place.clone(), "{ }".to_owned(), words)]
    };
    if called.is_some_and(|call| call.receiver.is_some() && call.lambda.is_none()) && is_block {
        all.push((place, format!("{text}; {text}"), format!("repeat {what}")));
    }
    sites.add(1, all);
}

/// Whether it is the whole body of a function without braces.
fn is_all_of_it(statement: Node<'_>) -> bool {
    statement.parent().is_some_and(|parent| parent.kind() == "function_body")
}
