//! Entries of a class path in the format of `-cp`.

use std::path::{MAIN_SEPARATOR, PathBuf};

/// Separates the entries of a class path.
pub const SEPARATOR: char = if IS_WINDOWS { ';' } else { ':' };
/// Whether paths have the format of Windows.
pub(crate) const IS_WINDOWS: bool = MAIN_SEPARATOR == '\\';

/// Joins entries for `-cp`.
pub fn joined(entries: &[PathBuf]) -> String {
    let entries: Vec<_> = entries.iter().map(|entry| entry.to_string_lossy()).collect();
    entries.join(SEPARATOR.encode_utf8(&mut [0; 4]))
}

/// Splits a class path in the format of `-cp`.
pub fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(SEPARATOR).filter(|entry| !entry.is_empty())
}

/// The path of a class inside an entry of a class path: `org/x/Foo$Bar.class`.
pub fn class_file(class: &str) -> String {
    format!("{}.class", class.replace('.', "/"))
}
