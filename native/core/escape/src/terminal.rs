//! Text for terminals and for the logs of build servers.
//!
//! A terminal executes escape sequences and other control characters, and bidirectional marks reorder its output. Runners of build
//! servers execute lines that begin with `::`, and `##[`, `##vso[` (Azure) and `##teamcity[` anywhere.
//! wherever they stand.

use std::borrow::Cow;

use crate::hidden;

/// Escapes external text for one line: hidden characters become visible escapes, and build-server commands are defused. Idempotent.
pub fn printable(text: &str) -> Cow<'_, str> {
    if hidden::is_plain(text) && !text.contains("##") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    for (c, is_hidden) in hidden::marked(text) {
        if is_hidden || begins_command(rest) {
            // `escape_default` leaves printable ASCII as it is.
            if is_hidden { out.extend(c.escape_default()) } else { out.extend(c.escape_unicode()) }
        } else {
            out.push(c);
        }
        rest = &rest[c.len_utf8()..];
    }
    Cow::Owned(out)
}

/// Escapes a page of lines, as the last defence of a terminal: each line like [`printable`], and no line begins with `::`. Idempotent.
pub fn page(text: &str) -> Cow<'_, str> {
    if text.split('\n').all(is_harmless) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push('\n');
        }
        push_line(&mut out, line);
    }
    Cow::Owned(out)
}

fn is_harmless(line: &str) -> bool {
    hidden::is_plain(line) && !line.contains("##") && !line.trim_start().starts_with("::")
}

fn push_line(out: &mut String, line: &str) {
    let line = printable(line);
    // Runners skip blanks at the start of a line.
    match line.trim_start().strip_prefix("::") {
        Some(rest) => {
            out.push_str(&line[..line.len() - rest.len() - 2]);
            out.push_str("\\u{3a}:");
            out.push_str(rest);
        }
        None => out.push_str(&line),
    }
}

/// Whether a text starts with a command that runners execute anywhere in a line.
pub(crate) fn begins_command(text: &str) -> bool {
    let name = text.strip_prefix("##").map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()));
    name.is_some_and(|rest| rest.starts_with('['))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hostile::{hostile, is_clean};

    #[test]
    fn control_characters_become_visible() {
        assert_eq!(printable("a\u{1b}[31mb\nc"), "a\\u{1b}[31mb\\nc");
        assert_eq!(printable("\u{9b}2J\u{202e}x"), "\\u{9b}2J\\u{202e}x");
        assert_eq!(printable("naïve – 数"), "naïve – 数");
    }

    #[test]
    fn commands_of_build_servers_are_text() {
        assert_eq!(printable("a ##[error]b"), "a \\u{23}#[error]b");
        assert_eq!(printable("###vso[x]"), "#\\u{23}#vso[x]");
        assert_eq!(printable("## Heading [x]"), "## Heading [x]");
        assert_eq!(
            page("a::b\n::error::x\n  ::stop-commands::y\n"),
            "a::b\n\\u{3a}:error::x\n  \\u{3a}:stop-commands::y\n"
        );
        assert_eq!(page("\u{3000}::error::x"), "\u{3000}\\u{3a}:error::x");
    }

    proptest! {
        #[test]
        fn a_printable_text_is_one_clean_line(text in hostile()) {
            let shown = printable(&text);
            prop_assert!(is_clean(&shown) && !shown.contains("##["), "{shown:?}");
            prop_assert_eq!(printable(&shown), shown.clone());
        }

        #[test]
        fn a_page_has_clean_lines_and_as_many(text in hostile()) {
            let shown = page(&text);
            prop_assert_eq!(shown.matches('\n').count(), text.matches('\n').count());
            for line in shown.split('\n') {
                prop_assert!(is_clean(line) && !line.contains("##[") && !line.trim_start().starts_with("::"), "{line:?}");
            }
            prop_assert_eq!(page(&shown), shown.clone());
        }

        #[test]
        fn harmless_text_stays_as_it_is(text in "[ -\"$-~äöü数]{0,40}") {
            prop_assert_eq!(&*printable(&text), text.as_str());
        }
    }
}
