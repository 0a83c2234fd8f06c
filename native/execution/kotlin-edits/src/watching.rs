//! Turns assertions into observations: in a variant itself, and in the helpers of its file while a variant
//! runs.

use tree_sitter::Node;

use crate::assertions::Assertions;
use crate::edit::Edit;
use crate::nodes::walk;
use crate::observed::OBSERVED;
use crate::source::Source;
use crate::split::is_statement;
use crate::test::looks_like_test;

/// Text around an observed value.
pub const SEE: &str = "io.faultline.amplify.observe.Observed.see(";
pub const SEEN: &str = "/*seen*/)";
/// Start of a body that observes.
pub const INSTEAD: &str = " io.faultline.amplify.observe.Observed.instead();";

/// The edits that turn each understood assertion in a test's body into an observation.
pub fn body(assertions: &Assertions<'_>, source: &Source, body: Node<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    statements(assertions, source, body, &mut |statement, actual| {
        edits.push(Edit::plain(statement.start_byte(), actual.start_byte(), SEE));
        edits.push(Edit::plain(actual.end_byte(), statement.end_byte(), SEEN));
    });
    edits
}

/// The edits of all other functions of a file, whose assertions then observe in a variant, and assert
/// elsewhere.
pub fn helpers(assertions: &Assertions<'_>, source: &Source) -> Vec<Edit> {
    let mut edits = Vec::new();
    walk(source.root(), &mut |node| {
        if node.kind() != "function_declaration" {
            return true;
        }
        if !looks_like_test(source, node) {
            statements(assertions, source, node, &mut |statement, actual| {
                let start = statement.start_byte();
                let see = format!("if ({OBSERVED}.isInstead()) {{ {SEE}{}) }} else {{ ", source.of(actual));
                edits.push(Edit::plain(start, start, see));
                edits.push(Edit::plain(statement.end_byte(), statement.end_byte(), " }"));
            });
        }
        false
    });
    edits
}

/// Finds understood assertions, except those that later code needs to compile.
fn statements<'t>(
    assertions: &Assertions<'_>,
    source: &Source,
    body: Node<'t>,
    found: &mut dyn FnMut(Node<'t>, Node<'t>),
) {
    let end = body.end_byte();
    walk(body, &mut |node| {
        // The value of a function cannot be removed.
        let is_value = node.parent().is_some_and(|parent| parent.kind() == "function_body");
        let is_one = node == body || is_statement(node) && !is_value;
        let actual = is_one.then(|| assertions.actual(node)).flatten();
        let Some(actual) = actual.filter(|_| assertions.is_assertion(node)) else { return true };
        if !assertions.narrows(node, &source.text()[node.end_byte()..end]) {
            found(node, actual);
        }
        false
    });
}
