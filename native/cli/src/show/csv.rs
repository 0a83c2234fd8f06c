//! Comma-separated values (RFC 4180, but lines end in LF).

/// A text as a field: quoted where it must be, since names may hold almost anything.
pub fn field(name: &str) -> String {
    if name.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn names_that_hold_separators_are_quoted() {
        assert_eq!(field("org.x.Foo$1"), "org.x.Foo$1");
        assert_eq!(field("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
