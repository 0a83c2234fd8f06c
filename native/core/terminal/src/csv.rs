//! Comma-separated values (RFC 4180, but lines end in LF).

use faultline_escape::csv::cell;

/// Rows under a heading, one per line. Fields are quoted if necessary, and escaped so that a spreadsheet does
/// not take them for formulas: see [`cell`].
pub struct Rows(::csv::Writer<Vec<u8>>);

impl Rows {
    /// A table with a heading and no rows.
    pub fn under<S: AsRef<str>>(heading: impl IntoIterator<Item = S>) -> Self {
        let mut rows = Self(::csv::Writer::from_writer(Vec::new()));
        rows.add(heading);
        rows
    }

    /// Adds a row. Panics: the number of fields differs from the heading's.
    pub fn add<S: AsRef<str>>(&mut self, fields: impl IntoIterator<Item = S>) {
        for field in fields {
            self.0.write_field(cell(field.as_ref()).as_ref()).expect("memory takes all");
        }
        self.0
            .write_record(None::<&[u8]>)
            .expect("memory takes all, and a row has the fields of its heading");
    }

    /// The CSV text.
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
