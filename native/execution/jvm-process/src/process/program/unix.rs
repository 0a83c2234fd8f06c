//! Programs are what they are called.

use std::ffi::OsStr;
use std::path::Path;

pub fn found(program: &OsStr) -> &OsStr {
    program
}

/// The system looks for it from the folder in which it runs.
pub fn found_in<'p>(program: &'p OsStr, _: &Path) -> &'p OsStr {
    program
}

pub fn bare(name: &str) -> String {
    name.to_owned()
}

/// The file of a wrapper, and how one types it.
pub fn wrapper(name: &str) -> (String, String) {
    (name.to_owned(), format!("./{name}"))
}
