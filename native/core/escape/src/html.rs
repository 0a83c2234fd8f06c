//! Text of HTML pages.

use crate::hidden;

/// Appends text between tags; hidden characters are named: `<span class="odd">U+202E</span>`.
pub fn push(out: &mut String, text: &str) {
    for (c, is_hidden) in hidden::marked(text) {
        push_marked(out, c, is_hidden);
    }
}

/// Appends a character like [`push`], given whether it is hidden according to [`hidden::marked`].
pub fn push_marked(out: &mut String, c: char, is_hidden: bool) {
    match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        '\'' => out.push_str("&#39;"),
        c if is_hidden => out.extend(["<span class=\"odd\">", &name(c), "</span>"]),
        c => out.push(c),
    }
}

/// Escapes text where tags are not allowed, before escaping of markup: a hidden character is in brackets, as in `[U+202E]`.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (c, is_hidden) in hidden::marked(text) {
        if is_hidden { out.extend(["[", &name(c), "]"]) } else { out.push(c) }
    }
    out
}

fn name(c: char) -> String {
    format!("U+{:04X}", c as u32)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hostile::{hostile, is_clean};

    /// Decodes text like a browser.
    fn read_back(html: &str) -> String {
        ["&lt;<", "&gt;>", "&quot;\"", "&#39;'", "&amp;&"].iter().fold(html.to_owned(), |text, pair| {
            let (entity, c) = pair.split_at(pair.len() - 1);
            text.replace(entity, c)
        })
    }

    proptest! {
        #[test]
        fn a_browser_reads_the_text_with_names_for_hidden_characters(text in hostile()) {
            let mut html = String::new();
            push(&mut html, &text);
            prop_assert!(is_clean(&html), "{html:?}");
            let html = html.replace("<span class=\"odd\">", "[").replace("</span>", "]");
            prop_assert!(!html.contains(['<', '>', '"', '\'']), "{html:?}");
            prop_assert_eq!(read_back(&html), plain(&text));
            prop_assert!(is_clean(&plain(&text)));
        }
    }
}
