//! Cells of comma-separated values, which users open in spreadsheets.
//! Source: <https://owasp.org/www-community/attacks/CSV_Injection>.

use std::borrow::Cow;

use crate::terminal::printable;

/// Converts a text to a cell that stays text: hidden characters and line breaks become visible escapes, and an apostrophe precedes
/// what a spreadsheet would take for a formula or a build server for a command. A decimal number stays a number. The writer adds
/// quotes and separators. Idempotent.
pub fn cell(text: &str) -> Cow<'_, str> {
    let shown = printable(text);
    // Spreadsheets and runners skip blanks, including tabs and returns, which are already escaped here.
    let first = text.trim_start_matches(|c: char| c.is_whitespace() || c.is_control());
    let acts = first.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) || first.starts_with("::");
    if acts && !is_number(text) { Cow::Owned(format!("'{shown}")) } else { shown }
}

/// Whether a text is a decimal number with a sign: `-0.5`, `+1e-7`.
fn is_number(text: &str) -> bool {
    text.strip_prefix(['+', '-']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        && text.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hostile::{hostile, is_clean};

    #[test]
    fn formulas_become_text_and_numbers_stay_numbers() {
        for formula in [
            "=1+1",
            "+cmd|' /C calc'!A0",
            "-1+1",
            "@SUM(A1)",
            " =1",
            "＝1",
            "::error::x",
            "-inf",
            "-deprecated_size",
        ] {
            assert_eq!(cell(formula), format!("'{formula}"));
        }
        assert_eq!(cell("\t=1"), "'\\t=1");
        assert_eq!(cell("\r=1"), "'\\r=1");
        for text in ["-0.5", "+1", "-1e-7", "1", "Foo.bar", "a=b", "<init>", "", "(I)V"] {
            assert_eq!(cell(text), text);
        }
    }

    proptest! {
        #[test]
        fn a_reader_gets_the_cell_back_and_it_is_no_formula(text in hostile()) {
            let shown = cell(&text);
            let mut writer = ::csv::Writer::from_writer(Vec::new());
            writer.write_record([shown.as_ref(), "next"]).unwrap();
            let bytes = writer.into_inner().unwrap();
            prop_assert_eq!(bytes.split(|&byte| byte == b'\n').count(), 2, "a row is a line");
            let mut reader = ::csv::ReaderBuilder::new().has_headers(false).from_reader(bytes.as_slice());
            let row = reader.records().next().unwrap().unwrap();
            prop_assert_eq!(&row[0], shown.as_ref());
            let without = row[0].strip_prefix('\'').filter(|_| !text.starts_with('\'')).unwrap_or(&row[0]);
            prop_assert_eq!(without, &*printable(&text));
            prop_assert!(is_clean(&row[0]), "{shown:?}");
            let is_formula = row[0].trim_start().starts_with(['=', '+', '-', '@']);
            prop_assert!(!is_formula || row[0].parse::<f64>().is_ok(), "{shown:?}");
            prop_assert_eq!(cell(&shown), shown.clone());
        }

        #[test]
        fn finite_numbers_stay_as_they_are(number in any::<f64>().prop_filter("finite", |number| number.is_finite())) {
            let number = number.to_string();
            prop_assert_eq!(&*cell(&number), number.as_str());
        }
    }
}
