//! Lines for people, beside the output.

use std::io::{self, Write};

use faultline_escape::terminal::{page, printable};

/// Writes a line to standard error for people, printable whatever it holds. When nobody listens there is nobody to tell,
/// so unlike `eprintln!` this never ends the program.
pub fn tell(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", page(&printable(line)));
}
