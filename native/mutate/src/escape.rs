//! Lines of fields separated by tabs.

use std::fmt::Write as _;

/// A line, ending in a line break: tabs, line breaks and backslashes of fields are escaped.
pub fn line<S: AsRef<str>>(fields: impl IntoIterator<Item = S>) -> String {
    let mut line = String::new();
    for (at, field) in fields.into_iter().enumerate() {
        if at > 0 {
            line.push('\t');
        }
        for c in field.as_ref().chars() {
            match c {
                '\t' => line.push_str("\\t"),
                '\n' => line.push_str("\\n"),
                '\r' => line.push_str("\\r"),
                '\\' => line.push_str("\\\\"),
                c => line.push(c),
            }
        }
    }
    line.push('\n');
    line
}

/// Numbers separated by commas.
pub fn numbers<N: std::fmt::Display>(numbers: impl IntoIterator<Item = N>) -> String {
    let mut text = String::new();
    for (at, number) in numbers.into_iter().enumerate() {
        let written = write!(text, "{}{number}", if at > 0 { "," } else { "" });
        debug_assert!(written.is_ok(), "a string takes all");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_cannot_break_out_of_their_line() {
        assert_eq!(line(["test", "a\tb\nc\r\\d", ""]), "test\ta\\tb\\nc\\r\\\\d\t\n");
        assert_eq!(numbers([1, 22, -3]), "1,22,-3");
        assert_eq!(numbers::<u8>([]), "");
    }
}
