//! Comma-separated values (RFC 4180, but lines end in LF).

use faultline_escape::csv::cell;

/// Rows under a heading, a line each. A field is quoted where it must be, since names may hold almost anything, and
/// none is a formula to a spreadsheet: see [`cell`].
pub struct Rows(::csv::Writer<Vec<u8>>);

impl Rows {
    /// No row yet.
    pub fn under<S: AsRef<str>>(heading: impl IntoIterator<Item = S>) -> Self {
        let mut rows = Self(::csv::Writer::from_writer(Vec::new()));
        rows.add(heading);
        rows
    }

    /// Adds a row. Panics: it has another number of fields than the heading.
    pub fn add<S: AsRef<str>>(&mut self, fields: impl IntoIterator<Item = S>) {
        for field in fields {
            self.0.write_field(cell(field.as_ref()).as_ref()).expect("memory takes all");
        }
        self.0
            .write_record(None::<&[u8]>)
            .expect("memory takes all, and a row has the fields of its heading");
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
        assert_eq!(rows.into_text(), "a,b\norg.x.Foo$1,\"a,\"\"b\"\"\"\n,two\\nlines\n");
    }

    #[test]
    fn formulas_are_text_and_numbers_are_numbers() {
        let mut rows = Rows::under(["a", "b"]);
        rows.add(["=1+1", "-0.5"]);
        rows.add(["@SUM(A1)", "\t=1"]);
        assert_eq!(rows.into_text(), "a,b\n'=1+1,-0.5\n'@SUM(A1),'\\t=1\n");
    }
}
