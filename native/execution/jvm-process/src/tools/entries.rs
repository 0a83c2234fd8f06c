//! Entries of a class path, as `-cp` takes them.

use std::path::{MAIN_SEPARATOR, PathBuf};

/// What stands between the entries of a class path.
pub const SEPARATOR: char = if IS_WINDOWS { ';' } else { ':' };
/// Whether paths are written as on Windows.
pub(crate) const IS_WINDOWS: bool = MAIN_SEPARATOR == '\\';

/// Entries as `-cp` takes them.
pub fn joined(entries: &[PathBuf]) -> String {
    let entries: Vec<_> = entries.iter().map(|entry| entry.to_string_lossy()).collect();
    entries.join(SEPARATOR.encode_utf8(&mut [0; 4]))
}

/// The entries of a class path as `-cp` takes it.
pub fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(SEPARATOR).filter(|entry| !entry.is_empty())
}

/// Where an entry of a class path has a class: `org/x/Foo$Bar.class`.
pub fn class_file(class: &str) -> String {
    format!("{}.class", class.replace('.', "/"))
}
