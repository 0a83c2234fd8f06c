//! Text and attributes of XML 1.0, including SVG.

use std::fmt::Write as _;

use crate::hidden;
use crate::terminal::{self, printable};

/// Escapes text between tags or in a quoted attribute. Hidden characters and marks of build-server commands become references, so that
/// a parser reads the same text; characters that XML 1.0 cannot represent become U+FFFD.
pub fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    for (c, is_hidden) in hidden::marked(text) {
        let is_command = terminal::begins_command(rest);
        rest = &rest[c.len_utf8()..];
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            c if !is_allowed(c) => out.push('\u{fffd}'),
            c if is_hidden || is_command => {
                // Writing to a string cannot fail.
                let _ = write!(out, "&#x{:X};", c as u32);
            }
            c => out.push(c),
        }
    }
    out
}

/// Escapes text shown in a picture: like [`text`], but hidden characters are visible escapes.
pub fn shown(text: &str) -> String {
    self::text(&printable(text))
}

/// Whether XML 1.0 allows the character.
fn is_allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hostile::{hostile, is_clean};

    proptest! {
        #[test]
        fn a_parser_reads_back_the_text(original in hostile()) {
            let escaped = text(&original);
            prop_assert!(is_clean(&escaped) && !escaped.contains("##["), "{escaped:?}");
            let document = format!("<a b=\"{escaped}\" c='{escaped}'>{escaped}</a>");
            let parsed = roxmltree::Document::parse(&document).unwrap();
            let expected: String = original.chars().map(|c| if is_allowed(c) { c } else { '\u{fffd}' }).collect();
            let root = parsed.root_element();
            prop_assert_eq!(root.attribute("b"), Some(expected.as_str()));
            prop_assert_eq!(root.attribute("c"), Some(expected.as_str()));
            prop_assert_eq!(root.text().unwrap_or_default(), expected);
        }

        #[test]
        fn a_picture_shows_what_a_terminal_would(original in hostile()) {
            let document = format!("<a>{}</a>", shown(&original));
            let parsed = roxmltree::Document::parse(&document).unwrap();
            prop_assert_eq!(parsed.root_element().text().unwrap_or_default(), printable(&original));
        }
    }
}
