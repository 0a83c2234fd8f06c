//! Lines of tab-separated fields, exchanged between Faultline's programs.

use crate::escape::{escape, unescape};

/// Formats a line with its line break; tabs, line breaks and backslashes of fields are escaped.
pub fn line<S: AsRef<str>>(fields: impl IntoIterator<Item = S>) -> String {
    let mut line = String::new();
    for (at, field) in fields.into_iter().enumerate() {
        if at > 0 {
            line.push('\t');
        }
        line.push_str(&escape(field.as_ref()));
    }
    line.push('\n');
    line
}

/// The fields of a [`line`], with or without its line break. A backslash before any other character is kept.
pub fn fields(line: &str) -> Vec<String> {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.split('\t').map(|field| unescape(field).into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn fields_cannot_break_out_of_their_line() {
        assert_eq!(line(["test", "a\tb\nc\r\\d", ""]), "test\ta\\tb\\nc\\r\\\\d\t\n");
    }

    #[test]
    fn what_nobody_escaped_stays() {
        assert_eq!(fields("a\\x\tb\\"), ["a\\x", "b\\"]);
    }

    proptest! {
        #[test]
        fn fields_are_read_back(parts in proptest::collection::vec(".*|[\\\\\t\n\rtnr]*", 1..6)) {
            let written = line(&parts);
            prop_assert_eq!(written.matches('\n').count(), 1);
            prop_assert_eq!(fields(&written), parts);
        }
    }
}
