//! The only output of the core.

use std::io::{self, Write};

use faultline_escape::terminal::printable;

/// Prints one sentence on standard error, when nothing can be recorded. Ignores errors, and unlike `eprintln!` never panics.
pub fn tell(sentence: &str) {
    let _ = writeln!(io::stderr().lock(), "faultline: {}", printable(sentence));
}
