//! Programs are what they are called.

use std::ffi::OsStr;

pub fn found(program: &OsStr) -> &OsStr {
    program
}

pub fn bare(name: &str) -> String {
    name.to_owned()
}

/// The file of a wrapper, and how one types it.
pub fn wrapper(name: &str) -> (String, String) {
    (name.to_owned(), format!("./{name}"))
}
