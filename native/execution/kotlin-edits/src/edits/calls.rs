//! Calls left out of a chain.

use crate::calls::{Call, call};
use crate::sites::Sites;
use crate::source::Source;

/// `a.b(1).c()` without `.b(1)`; whether what is left is of the same type is for the compiler to say.
pub fn find(source: &Source, of: &Call<'_>, sites: &mut Sites) {
    let Some(receiver) = of.receiver else { return };
    // What stands before the first call of a chain may be a package or a class.
    let is_value = call(source, receiver).is_some()
        || source.of(receiver).starts_with(|c: char| c.is_lowercase() || c == '_');
    // A chain that is left without its last call is a statement less: that is another edit.
    let is_statement = crate::split::is_statement(of.node) && call(source, receiver).is_none();
    if is_value && !is_statement {
        let place = receiver.end_byte()..of.node.end_byte();
        sites.add(1, [(place, String::new(), format!("leave out `{}`", of.name))]);
    }
}
