//! Edits that remove a call from a chain.

use crate::calls::{Call, call};
use crate::sites::Sites;
use crate::source::Source;

/// Finds edits such as `a.c()` for `a.b(1).c()`; the compiler decides whether the types still match.
pub fn find(source: &Source, of: &Call<'_>, sites: &mut Sites) {
    let Some(receiver) = of.receiver else { return };
    // A receiver that is not a call may be a package or a class.
    let is_value = call(source, receiver).is_some()
        || source.of(receiver).starts_with(|c: char| c.is_lowercase() || c == '_');
    // Removing a statement's only call removes the statement, which is another edit.
    let is_statement = crate::split::is_statement(of.node) && call(source, receiver).is_none();
    if is_value && !is_statement {
        let place = receiver.end_byte()..of.node.end_byte();
        sites.add(1, [(place, String::new(), format!("leave out `{}`", of.name))]);
    }
}
