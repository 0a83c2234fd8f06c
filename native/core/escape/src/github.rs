//! Workflow commands of GitHub Actions: `::warning file=PROPERTY,line=1::DATA`.
//! Source: `toolkit/packages/core/src/command.ts`.

use crate::terminal::printable;

/// Text behind the second `::`: one line, in which hidden characters are visible escapes.
pub fn data(text: &str) -> String {
    printable(text).replace('%', "%25")
}

/// Text between the commas of a command.
pub fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hostile::{hostile, is_clean};

    /// As the runner reads it.
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
