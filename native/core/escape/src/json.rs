//! JSON shown in a terminal or a build server's log.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::{hidden, terminal};

/// Makes a document visible: hidden characters, which JSON only has in strings, and marks of build-server commands become `\u`
/// escapes. A parser reads the same values. Idempotent.
pub fn document(text: &str) -> Cow<'_, str> {
    if text.split('\n').all(hidden::is_plain) && !text.contains("##") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    for (c, is_hidden) in hidden::marked(text) {
        if c != '\n' && (is_hidden || terminal::begins_command(rest)) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
        rest = &rest[c.len_utf8()..];
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hostile::{hostile, is_clean};

    #[test]
    fn hidden_characters_are_escaped() {
        assert_eq!(document("\"a\u{202e}\u{e0041}##[x]\""), r#""a\u202e\udb40\udc41\u0023#[x]""#);
    }

    proptest! {
        #[test]
        fn a_parser_reads_the_same_values_and_a_page_does_not_change_them(text in hostile(), key in hostile()) {
            let value = serde_json::json!({ key: [text, 1.5, null] });
            let shown = document(&serde_json::to_string_pretty(&value).unwrap()).into_owned();
            prop_assert!(shown.lines().all(is_clean), "{shown:?}");
            prop_assert_eq!(&serde_json::from_str::<serde_json::Value>(&shown).unwrap(), &value);
            prop_assert_eq!(terminal::page(&shown), shown.clone());
            prop_assert_eq!(document(&shown), shown.clone());
        }
    }
}
