//! Messages of SARIF 2.1.0, whose plain text may contain links: `[words](target)`.
//! Source: section 3.11.6 of the standard.

use crate::terminal::printable;

/// Escapes a text so that it has no links: brackets that could form one are escaped as in the standard.
pub fn message(text: &str) -> String {
    let shown = printable(text);
    if !shown.contains("](") {
        return shown.into_owned();
    }
    shown.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hostile::{hostile, is_clean};

    #[test]
    fn a_link_is_text_and_an_array_stays_readable() {
        assert_eq!(message("[x](http://y)"), "\\[x\\](http://y)");
        assert_eq!(message("Foo.bar(int[])"), "Foo.bar(int[])");
    }

    proptest! {
        #[test]
        fn no_message_holds_a_link(text in hostile()) {
            let message = message(&text);
            prop_assert!(is_clean(&message));
            prop_assert!(!message.replace("\\\\", "").replace("\\]", "").contains("]("), "{message}");
        }
    }
}
