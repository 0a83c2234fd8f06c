//! Escapes tabs and line ends in names that are fields of lines.

use std::borrow::Cow;

/// Escapes tab, line feed, carriage return and backslash as `\t`, `\n`, `\r`, `\\`.
pub(crate) fn escape(name: &str) -> Cow<'_, str> {
    if !name.contains(['\t', '\n', '\r', '\\']) {
        return Cow::Borrowed(name);
    }
    let mut out = String::with_capacity(name.len() + 8);
    for c in name.chars() {
        match c {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\\' => out.push_str("\\\\"),
            other => out.push(other),
        }
    }
    Cow::Owned(out)
}

/// Reverses [`escape`]. A backslash before any other character stands for itself, so that files of tools that
/// do not escape remain readable.
pub(crate) fn unescape(field: &str) -> Cow<'_, str> {
    if !field.contains('\\') {
        return Cow::Borrowed(field);
    }
    let mut out = String::with_capacity(field.len());
    let mut chars = field.chars();
    while let Some(c) = chars.next() {
        let mut ahead = chars.clone();
        let plain = match (c, ahead.next()) {
            ('\\', Some('t')) => '\t',
            ('\\', Some('n')) => '\n',
            ('\\', Some('r')) => '\r',
            ('\\', Some('\\')) => '\\',
            _ => {
                out.push(c);
                continue;
            }
        };
        out.push(plain);
        chars = ahead;
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_comes_back() {
        for name in ["plain", "a\tb", "a\nb\r", "\\", "\\t", "\\\\n", "C:\\temp", "", "\t\\"] {
            let field = escape(name);
            assert!(!field.contains(['\t', '\n', '\r']));
            assert_eq!(unescape(&field), name);
        }
    }

    #[test]
    fn a_backslash_that_escapes_nothing_stays() {
        assert_eq!(unescape("a\\qb\\"), "a\\qb\\");
    }
}
