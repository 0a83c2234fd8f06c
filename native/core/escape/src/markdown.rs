//! Markdown as GitHub and GitLab render it.

use crate::terminal::printable;

/// Escapes a sentence, so that nothing in it is markup. Words that would become a mention, a reference or a link are shown as code,
/// where renderers do not look for them.
pub fn prose(text: &str) -> String {
    let text = printable(text);
    let words = text.split(' ').map(|word| if refers(word) { code(word) } else { escaped(word, false) });
    let prose = words.collect::<Vec<_>>().join(" ");
    // At the start of a line these begin a list or underline a heading.
    if prose.starts_with(['-', '+', '=']) { format!("\\{prose}") } else { without_number(prose) }
}

/// Escapes code for a cell of a table.
pub fn code(text: &str) -> String {
    let shown = printable(text);
    let shown = shown.trim();
    if shown.contains(['`', '|', '\\']) || shown.is_empty() {
        return format!("<code>{}</code>", escaped(shown, true));
    }
    format!("`{shown}`")
}

/// A block of code that nothing in the lines can end.
pub fn fenced(lines: &[String]) -> String {
    let lines: Vec<String> =
        lines.iter().map(|line| printable(&line.replace('\t', "    ")).into_owned()).collect();
    let longest = lines.iter().flat_map(|line| line.split(|c| c != '`')).map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}\n{}\n{fence}", lines.join("\n"))
}

/// Whether a renderer links a word: `@team`, `#12`, `!12`, `https://x`, `www.x`, `a@b.c`.
fn refers(word: &str) -> bool {
    let is_reference = |pair: &[u8]| b"#!$%&~^".contains(&pair[0]) && pair[1].is_ascii_alphanumeric();
    let lower = word.to_ascii_lowercase();
    ["@", "://", "www.", "gh-"].iter().any(|mark| lower.contains(mark))
        || word.as_bytes().windows(2).any(is_reference)
}

/// Escapes markup; in code also what a renderer would link.
fn escaped(text: &str, is_code: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '!' | '$' => out.extend(['\\', c]),
            // A preceding backslash does not prevent it from ending code.
            '`' => out.push_str("&#96;"),
            ':' if is_code => out.push_str("&#58;"),
            '@' if is_code => out.push_str("&#64;"),
            '.' if is_code => out.push_str("&#46;"),
            c => out.push(c),
        }
    }
    out
}

/// Escapes `1.` and `1)`, which begin a numbered list.
fn without_number(prose: String) -> String {
    let rest = prose.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = prose.len() - rest.len();
    if digits > 0 && rest.starts_with(['.', ')']) {
        return format!("{}\\{rest}", &prose[..digits]);
    }
    prose
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hostile::{hostile, is_clean};

    #[test]
    fn markup_is_text() {
        assert_eq!(code("Foo.bar"), "`Foo.bar`");
        assert_eq!(code("a|b`<i>"), "<code>a\\|b&#96;&lt;i&gt;</code>");
        assert_eq!(prose("see [x](y) <b> *z* `w`\n"), "see \\[x\\](y) &lt;b&gt; \\*z\\* &#96;w&#96;\\\\n");
        assert_eq!(prose("1. a"), "1\\. a");
        assert_eq!(prose("- a"), "\\- a");
    }

    #[test]
    fn nobody_is_mentioned_and_nothing_is_linked() {
        assert_eq!(prose("thanks @team for #12"), "thanks `@team` for `#12`");
        assert_eq!(prose("see https://evil/x"), "see `https://evil/x`");
        assert_eq!(code("a`@team"), "<code>a&#96;&#64;team</code>");
        assert_eq!(code("`www.evil.x"), "<code>&#96;www&#46;evil&#46;x</code>");
        assert_eq!(prose("Foo.bar: 1 of 2"), "Foo.bar: 1 of 2");
    }

    #[test]
    fn no_line_ends_a_block_of_code() {
        let block = |lines: &[&str]| fenced(&lines.iter().copied().map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(block(&["a", "\tb"]), "```\na\n    b\n```");
        assert_eq!(block(&["````", "c``"]), "`````\n````\nc``\n`````");
        assert_eq!(block(&["a\n```\u{1b}"]), "````\na\\n```\\u{1b}\n````", "a line stays a line");
    }

    /// Removes code spans from Markdown.
    fn outside_code(markdown: &str) -> String {
        markdown.split('`').step_by(2).collect::<Vec<_>>().join(" ")
    }

    proptest! {
        #[test]
        fn a_cell_stays_a_cell(text in hostile()) {
            let cell = code(&text);
            let bars = cell.replace("\\\\", "").replace("\\|", "").matches('|').count();
            prop_assert_eq!(bars, 0, "{}", cell);
            prop_assert!(is_clean(&cell), "{cell:?}");
            if let Some(inner) = cell.strip_prefix("<code>").and_then(|cell| cell.strip_suffix("</code>")) {
                prop_assert!(!inner.contains(['<', '>', '`', '@', ':']), "{cell}");
            } else {
                prop_assert_eq!(cell.matches('`').count(), 2, "{}", cell);
            }
        }

        #[test]
        fn a_sentence_is_a_sentence(text in hostile()) {
            let prose = prose(&text);
            prop_assert!(is_clean(&prose), "{prose:?}");
            let plain = outside_code(&prose).replace("<code>", "").replace("</code>", "").replace("\\\\", "");
            prop_assert!(!plain.contains(['<', '>', '`', '@']) && !plain.contains("://") && !plain.contains("www."), "{prose}");
            for c in ['*', '_', '[', ']', '|', '$', '~'] {
                prop_assert!(!plain.replace(&format!("\\{c}"), "").contains(c), "{prose}");
            }
        }
    }
}
