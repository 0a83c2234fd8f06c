//! Values of variables for the Windows prompt.

/// A value that stays one argument in quotes. Quotes are removed, since no path has them; trailing
/// backslashes are doubled, since they would escape the closing quote.
pub fn value(text: &str) -> String {
    let text = text.replace('"', "");
    let end = text.len() - text.trim_end_matches('\\').len();
    format!("{text}{}", "\\".repeat(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_does_not_end_its_quotes() {
        assert_eq!(value(r"C:\jdk\a.jar;%X% & !Y!"), r"C:\jdk\a.jar;%X% & !Y!");
        assert_eq!(value("Foo$Bar\" & x"), "Foo$Bar & x");
        assert_eq!(value(r"C:\a b\"), r"C:\a b\\");
    }
}
