//! Styles within a page that is yet to be escaped.
//!
//! A mark stands for an escape sequence until the page is written. It contains a random key per process, so
//! that text from outside cannot contain a mark.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;

use anstyle::Style;
use faultline_escape::terminal::page;

/// Prefix of all marks of this process; escaping leaves its characters unchanged.
static BEGIN: LazyLock<String> = LazyLock::new(|| {
    let key = || RandomState::new().build_hasher().finish();
    format!("⟦{:016x}{:016x}", key(), key())
});
const END: char = '⟧';

/// Encloses a text in the marks of its style.
pub fn marked(style: Style, text: &str) -> String {
    let mark = |sequence: String| format!("{}{}{END}", *BEGIN, sequence.replace('\u{1b}', ""));
    format!("{}{text}{}", mark(style.render().to_string()), mark(style.render_reset().to_string()))
}

/// Replaces the marks of a page by escape sequences.
pub fn shown(text: &str) -> String {
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

fn line(line: &str) -> String {
    let mut parts = line.split(BEGIN.as_str());
    let mut out = parts.next().unwrap_or_default().to_owned();
    let mut is_blank = out.trim().is_empty();
    for part in parts {
        // A truncated mark has no effect.
        let Some((sequence, rest)) = part.split_once(END) else { continue };
        out.push_str(&sequence.replace('[', "\u{1b}["));
        // For [`page`], the line started with the mark.
        if is_blank {
            out.push_str(&page(rest));
        } else {
            out.push_str(rest);
        }
        is_blank &= rest.trim().is_empty();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::style;

    #[test]
    fn marks_become_sequences_and_nothing_else_does() {
        let page = format!("{} [b] ⟦0[31m⟧", marked(style::BAD, "a"));
        assert!(!page.contains('\u{1b}'));
        assert_eq!(shown(&page), "\u{1b}[1m\u{1b}[31ma\u{1b}[0m [b] ⟦0[31m⟧");
        let command = format!("  {}::x", marked(style::DIM, "::error"));
        assert_eq!(shown(&command), "  \u{1b}[2m\\u{3a}:error\u{1b}[0m::x");
    }
}
