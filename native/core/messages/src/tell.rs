//! Messages to the user on standard error.

use std::io::{self, Write};

use faultline_escape::terminal::{page, printable};

/// Writes a line to standard error, with unprintable characters escaped. Unlike `eprintln!`, it never ends
/// the program: a write error is ignored.
pub fn tell(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", page(&printable(line)));
}
