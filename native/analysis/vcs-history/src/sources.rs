//! The Java sources of a revision.

use std::path::Path;

use gix::Repository;
use gix::bstr::{BStr, BString, ByteSlice};

use crate::code::is_of_name;
use crate::mine::tip;
use crate::{Code, HistoryError, opened, tree};

/// A source file, and the class it is named after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its path in the repository.
    pub path: BString,
    /// Qualified name of the class: `org.example.Foo`.
    pub class: String,
    /// Its size.
    pub code: Code,
}

/// Returns the Java sources at a revision that satisfy `counts`, ordered by path.
///
/// A class takes its name from the file and its package from the package declaration. Errors: those of [`crate::mine`].
/// Cost: reads every such file.
pub fn sources(
    folder: &Path,
    revision: &str,
    counts: impl Fn(&BStr) -> bool,
) -> Result<Vec<Source>, HistoryError> {
    opened::reading(folder, |repository| found(repository, folder, revision, counts))
}

fn found(
    repository: &Repository,
    folder: &Path,
    revision: &str,
    counts: impl Fn(&BStr) -> bool,
) -> Result<Vec<Source>, HistoryError> {
    let id = tip(repository, folder, revision)?;
    let commit = repository.find_commit(id).map_err(|error| HistoryError::object(id, error))?;
    let tree = commit.tree_id().map_err(|error| HistoryError::object(id, error))?.detach();
    let mut found = Vec::new();
    for difference in tree::differences(repository, None, Some(tree))? {
        let path = difference.path;
        let Some(entry) = difference.new.filter(|entry| entry.is_file()) else { continue };
        let name = path.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
        let Some(stem) = name.strip_suffix(b".java").filter(|stem| !stem.is_empty()) else { continue };
        if !counts(path.as_bstr()) {
            continue;
        }
        let object = repository.find_object(entry.id);
        let object = object.map_err(|error| HistoryError::object(entry.id, error))?;
        let stem = stem.to_str_lossy();
        let class = match package(&object.data) {
            Some(package) => format!("{package}.{stem}"),
            None => stem.into_owned(),
        };
        let code = Code::of(&object.data);
        found.push(Source { path, class, code });
    }
    Ok(found)
}

/// The package that a source declares: the name after the first `package` outside comments and string literals, unless
/// other code precedes it.
fn package(source: &[u8]) -> Option<String> {
    let mut rest = source;
    loop {
        rest = after_blanks(rest);
        match rest {
            [] => return None,
            [b'"', ..] => rest = after_text(&rest[1..]),
            [first, ..] if is_of_name(*first) => {
                let word = name(&mut rest);
                match word {
                    b"package" => break,
                    b"import" | b"class" | b"interface" | b"enum" => return None,
                    _ => {}
                }
            }
            [_, after @ ..] => rest = after,
        }
    }
    let mut package = String::new();
    loop {
        rest = after_blanks(rest);
        match rest {
            [b'.', after @ ..] => {
                package.push('.');
                rest = after;
            }
            [first, ..] if is_of_name(*first) => package.push_str(&name(&mut rest).to_str_lossy()),
            _ => return Some(package).filter(|package| !package.is_empty()),
        }
    }
}

fn name<'s>(rest: &mut &'s [u8]) -> &'s [u8] {
    let end = rest.iter().position(|&byte| !is_of_name(byte)).unwrap_or(rest.len());
    let (name, after) = rest.split_at(end);
    *rest = after;
    name
}

/// Skips white space, comments and a byte order mark.
fn after_blanks(source: &[u8]) -> &[u8] {
    let mut rest = source.strip_prefix(b"\xef\xbb\xbf").unwrap_or(source);
    loop {
        rest = rest.trim_ascii_start();
        rest = match rest {
            [b'/', b'/', ..] => rest.find_byteset(b"\r\n").map_or(&[][..], |end| &rest[end..]),
            [b'/', b'*', inside @ ..] => inside.find(b"*/").map_or(&[][..], |end| &inside[end + 2..]),
            _ => return rest,
        };
    }
}

/// Returns what follows a string literal, given the text after its opening quote.
fn after_text(inside: &[u8]) -> &[u8] {
    let mut at = 0;
    while let Some(&byte) = inside.get(at) {
        at += match byte {
            b'"' => return &inside[at + 1..],
            b'\\' => 2,
            _ => 1,
        };
    }
    &[]
}

#[cfg(test)]
mod tests {
    use super::package;

    #[test]
    fn packages_are_those_that_a_compiler_reads() {
        let named = [
            ("package a.b.c;\nclass D {}", Some("a.b.c")),
            ("/* package x; */ // package y;\r\npackage a . b /* c */ ;", Some("a.b")),
            ("\u{feff}package a;", Some("a")),
            ("@Nice(\"package \\\" x; \") @java.lang.Deprecated\npackage a.b;", Some("a.b")),
            ("package gr\u{fc}n.b;", Some("gr\u{fc}n.b")),
            ("class A { String package_; }", None),
            ("import a.b; class package {}", None),
            ("public interface A {} // package a;", None),
            ("/* open", None),
            ("// only", None),
            ("@A(\"open", None),
            ("package", None),
            ("", None),
        ];
        for (source, expected) in named {
            assert_eq!(package(source.as_bytes()).as_deref(), expected, "{source}");
        }
    }
}
