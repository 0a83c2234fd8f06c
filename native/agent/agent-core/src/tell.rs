//! The one thing that is ever printed.

use std::io::{self, Write};

use faultline_escape::terminal::printable;

/// One sentence on standard error, where nothing can be recorded and no file can say so.
/// When standard error is closed there is nobody to tell; and never a panic, as `eprintln!` would.
pub fn tell(sentence: &str) {
    let _ = writeln!(io::stderr().lock(), "faultline: {}", printable(sentence));
}
