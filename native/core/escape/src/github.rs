//! Workflow commands of GitHub Actions: `::warning file=PROPERTY,line=1::DATA`.
//! Source: `toolkit/packages/core/src/command.ts`.

use crate::terminal::printable;

/// Escapes the text after the second `::`: one line with visible escapes for hidden characters.
pub fn data(text: &str) -> String {
    printable(text).replace('%', "%25")
}

/// Escapes a text between the commas of a command.
pub fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hostile::{hostile, is_clean};

    /// Decodes a text like the runner.
    fn read(text: &str) -> String {
        text.replace("%2C", ",")
            .replace("%3A", ":")
            .replace("%0A", "\n")
            .replace("%0D", "\r")
            .replace("%25", "%")
    }

    proptest! {
        #[test]
        fn the_runner_reads_back_what_a_terminal_would_show(text in hostile()) {
            let (property, data) = (property(&text), data(&text));
            prop_assert!(is_clean(&property) && !property.contains([':', ',']), "{property:?}");
            prop_assert!(is_clean(&data), "{data:?}");
            prop_assert_eq!(read(&property), printable(&text));
            prop_assert_eq!(read(&data), printable(&text));
        }
    }
}
