//! The package that a source says it is of.

use std::path::Path;

use faultline_files::{limits, regular};

/// Languages whose sources need not lie in folders named after their package.
const FREE: [&str; 3] = ["kt", "scala", "groovy"];

/// Whether a source need not lie in folders named after its package.
pub fn is_free(source: &Path) -> bool {
    source.extension().is_some_and(|ending| FREE.iter().any(|free| ending == *free))
}

/// The folders of a path, as a package: `org/x/A.kt` is of `org/x`.
pub fn of_path(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(package, _)| package)
}

/// Whether a source says that it is of a package, whose names are separated by dots or slashes.
pub fn declares(source: &Path, package: &str) -> bool {
    let text = regular::read(source, limits::SOURCE).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().map(str::trim).find_map(|line| line.strip_prefix("package "));
    let declared = line.map(|rest| rest.trim().trim_end_matches(';').trim_end());
    declared.is_some_and(|declared| declared == package.replace('/', "."))
}
