//! Programs have no extension.

use std::ffi::OsStr;
use std::path::Path;

pub fn found(program: &OsStr) -> &OsStr {
    program
}

/// The system resolves the name in the folder where the program runs.
pub fn found_in<'p>(program: &'p OsStr, _: &Path) -> &'p OsStr {
    program
}

pub fn bare(name: &str) -> String {
    name.to_owned()
}

/// The file of a wrapper, and its name on the command line.
pub fn wrapper(name: &str) -> (String, String) {
    (name.to_owned(), format!("./{name}"))
}
