//! Comma-separated values (RFC 4180, but lines end in LF).

/// Rows under a heading; fields are quoted where they must be, since names may hold almost anything.
pub struct Rows(::csv::Writer<Vec<u8>>);

impl Rows {
    /// No row yet.
    pub fn under<S: AsRef<[u8]>>(heading: impl IntoIterator<Item = S>) -> Self {
        let mut rows = Self(::csv::Writer::from_writer(Vec::new()));
        rows.add(heading);
        rows
    }

    /// Adds a row. Panics: it has another number of fields than the heading.
    pub fn add<S: AsRef<[u8]>>(&mut self, fields: impl IntoIterator<Item = S>) {
        self.0.write_record(fields).expect("memory takes all, and a row has the fields of its heading");
    }

    /// The text.
    pub fn into_text(self) -> String {
        let bytes = self.0.into_inner().expect("memory takes all");
        String::from_utf8(bytes).expect("what is written is text")
    }
}

#[cfg(test)]
mod tests {
    use super::Rows;

    #[test]
    fn names_that_hold_separators_are_quoted() {
        let mut rows = Rows::under(["a", "b"]);
        rows.add(["org.x.Foo$1", "a,\"b\""]);
        rows.add(["", "two\nlines"]);
        assert_eq!(rows.into_text(), "a,b\norg.x.Foo$1,\"a,\"\"b\"\"\"\n,\"two\nlines\"\n");
    }
}
