//! Lines of fields separated by tabs, as programs of ours tell each other things.

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

/// The fields of a [`line`], with or without its line break. A backslash before anything else stays.
pub fn fields(line: &str) -> Vec<String> {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.split('\t').map(unescaped).collect()
}

fn unescaped(field: &str) -> String {
    let mut text = String::with_capacity(field.len());
    let mut rest = field.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match rest.next() {
            Some('t') => text.push('\t'),
            Some('n') => text.push('\n'),
            Some('r') => text.push('\r'),
            Some('\\') => text.push('\\'),
            other => {
                text.push('\\');
                text.extend(other);
            }
        }
    }
    text
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
