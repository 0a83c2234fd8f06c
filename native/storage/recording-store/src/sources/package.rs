//! The package that a source says it is of.

use std::path::Path;

use faultline_files::{limits, regular};

use super::text;

/// Languages whose sources need not lie in folders named after their package. Java's compiler demands that only of
/// sources that it searches for itself, and builds name theirs.
const FREE: [&str; 4] = ["java", "kt", "scala", "groovy"];
/// What ends the name of a package: `package a.b; // words`.
const ENDS: [&str; 4] = [";", "{", "//", "/*"];

/// Whether a source need not lie in folders named after its package.
pub fn is_free(source: &Path) -> bool {
    source.extension().is_some_and(|ending| FREE.iter().any(|free| ending == *free))
}

/// Whether a source is Java's. Few of these lie outside of the folders of their package.
pub fn is_java(source: &Path) -> bool {
    source.extension().is_some_and(|ending| ending == "java")
}

/// The folders of a path, as a package: `org/x/A.kt` is of `org/x`.
pub fn of_path(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(package, _)| package)
}

/// Whether a source says that it is of a package, whose names are separated by dots or slashes.
pub fn declares(source: &Path, package: &str) -> bool {
    let text = text::decode(regular::read(source, limits::SOURCE).unwrap_or_default());
    declared(&text).is_some_and(|declared| declared == package.replace('/', "."))
}

fn declared(text: &str) -> Option<String> {
    // A byte order mark, or a comment, may precede it on its line.
    let line = text.lines().find_map(|line| {
        let line = line.trim_start_matches('\u{feff}').trim_start();
        let comment = line.split_once("*/").filter(|_| line.starts_with(['/', '*']));
        let line = comment.map_or(line, |(_, rest)| rest.trim_start()).strip_prefix("package")?;
        line.starts_with(char::is_whitespace).then_some(line)
    })?;
    let end = ENDS.iter().filter_map(|end| line.find(end)).min().unwrap_or(line.len());
    Some(line[..end].split_whitespace().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_read_from_any_form_of_its_line() {
        for text in [
            "package a.b;",
            "// package c\n\n  package a.b",
            "\u{feff}package a.b;\r\n",
            "/* words */ package a.b; // words",
            "package\ta . b /* words */;",
            "package a.b { }",
        ] {
            assert_eq!(declared(text).as_deref(), Some("a.b"), "{text}");
        }
        for text in ["", "class A {}", "packages a;", "import package_a;"] {
            assert_eq!(declared(text), None, "{text}");
        }
    }
}
