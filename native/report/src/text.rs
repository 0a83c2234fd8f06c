//! Text of other people's on a page: names of tests, exceptions, lines of sources.
//!
//! Whatever it holds, a page shows it and nothing more: markup stays text, what steers the direction of writing or is
//! invisible is named, and lines of any length are cut with a mark.

use std::fmt::Write as _;

use maud::{Markup, PreEscaped, Render};

/// Characters of a name, a message or a sentence that are shown.
pub const LONGEST: usize = 600;
/// Characters of a source line that are shown.
pub const LONGEST_LINE: usize = 300;

/// Text as it stands between tags, at most [`LONGEST`] characters of it.
pub struct Shown<'a>(pub &'a str);

impl Render for Shown<'_> {
    fn render(&self) -> Markup {
        let (text, left_out) = cut(self.0, LONGEST);
        let mut out = String::with_capacity(text.len() + 16);
        push(&mut out, text);
        push_cut(&mut out, left_out);
        PreEscaped(out)
    }
}

/// A sentence of ours: what stands between backquotes is code.
pub struct Prose<'a>(pub &'a str);

impl Render for Prose<'_> {
    fn render(&self) -> Markup {
        let (text, left_out) = cut(self.0, LONGEST);
        let mut out = String::with_capacity(text.len() + 32);
        for (at, part) in text.split('`').enumerate() {
            out.push_str(match at {
                0 => "",
                at if at % 2 == 1 => "<code>",
                _ => "</code>",
            });
            push(&mut out, part);
        }
        if text.matches('`').count() % 2 == 1 {
            out.push_str("</code>");
        }
        push_cut(&mut out, left_out);
        PreEscaped(out)
    }
}

/// A long name that may be broken behind dots, before brackets and between words, also those that only a capital tells apart.
pub struct Name<'a>(pub &'a str);

impl Render for Name<'_> {
    fn render(&self) -> Markup {
        let (text, left_out) = cut(self.0, LONGEST);
        let mut out = String::with_capacity(text.len() * 2);
        let mut letter = [0; 4];
        let mut was_small = false;
        for c in text.chars() {
            if (matches!(c, '(' | '#' | '_' | '[') && !out.is_empty()) || (was_small && c.is_uppercase()) {
                out.push_str("<wbr>");
            }
            was_small = c.is_lowercase();
            push(&mut out, c.encode_utf8(&mut letter));
            if matches!(c, '.' | ',') {
                out.push_str("<wbr>");
            }
        }
        push_cut(&mut out, left_out);
        PreEscaped(out)
    }
}

/// Text for an attribute or a title, where no tags may be: what is invisible stands in brackets.
pub fn plain(text: &str) -> String {
    let (text, left_out) = cut(text, LONGEST);
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match name(c) {
            Some(name) => out.extend(["[", &name, "]"]),
            None => out.push(c),
        }
    }
    if left_out > 0 {
        out.push('…');
    }
    out
}

/// Adds text as it stands between tags.
pub fn push(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => match name(c) {
                Some(name) => out.extend(["<span class=\"odd\">", &name, "</span>"]),
                None => out.push(c),
            },
        }
    }
}

/// Adds the mark of text that was cut.
pub fn push_cut(out: &mut String, left_out: usize) {
    if left_out > 0 {
        // Writing to a string cannot fail.
        let _ = write!(out, "<span class=\"cut\">… {left_out} more characters</span>");
    }
}

/// The first characters, and how many are left out.
pub fn cut(text: &str, most: usize) -> (&str, usize) {
    // No text has more characters than bytes.
    if text.len() <= most {
        return (text, 0);
    }
    match text.char_indices().nth(most) {
        Some((at, _)) => (&text[..at], text[at..].chars().count()),
        None => (text, 0),
    }
}

/// What a character is called that nobody would see, or that would change what others look like.
fn name(c: char) -> Option<String> {
    let is_odd = c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
            | '\u{e0000}'..='\u{e007f}');
    is_odd.then(|| format!("U+{:04X}", c as u32))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(text: &str) -> String {
        Shown(text).render().into_string()
    }

    #[test]
    fn markup_stays_text() {
        assert_eq!(
            shown("</script><b a='x' c=\"y\">&"),
            "&lt;/script&gt;&lt;b a=&#39;x&#39; c=&quot;y&quot;&gt;&amp;"
        );
    }

    #[test]
    fn what_steers_the_direction_of_writing_is_named() {
        assert_eq!(shown("a\u{202e}b"), "a<span class=\"odd\">U+202E</span>b");
        assert_eq!(shown("\u{0}"), "<span class=\"odd\">U+0000</span>");
        assert_eq!(plain("a\u{2066}b\n"), "a[U+2066]b[U+000A]");
        assert_eq!(shown("naïve – 数 👩\u{200d}💻"), "naïve – 数 👩\u{200d}💻");
    }

    #[test]
    fn code_in_a_sentence_is_code_and_is_closed() {
        let prose = |text| Prose(text).render().into_string();
        assert_eq!(prose("run `a <b>` now"), "run <code>a &lt;b&gt;</code> now");
        assert_eq!(prose("`a"), "<code>a</code>");
        let name = Name("a.B#c(<x>)").render().into_string();
        assert_eq!(name, "a.<wbr>B<wbr>#c<wbr>(&lt;x&gt;)");
    }

    #[test]
    fn a_name_may_be_broken_between_its_words() {
        let html = Name("FooTest#parsesTwo(String)").render().into_string();
        assert_eq!(html, "Foo<wbr>Test<wbr>#parses<wbr>Two<wbr>(String)");
        assert_eq!(Name("HTML2").render().into_string(), "HTML2");
    }

    #[test]
    fn long_text_is_cut_with_a_mark() {
        let long = "ä".repeat(LONGEST + 7);
        assert!(shown(&long).ends_with("ä<span class=\"cut\">… 7 more characters</span>"));
        assert_eq!(plain(&long).chars().count(), LONGEST + 1);
        assert_eq!(cut("abc", 3), ("abc", 0));
    }

    /// What a browser makes of text without markup.
    fn read_back(html: &str) -> String {
        ["&lt;<", "&gt;>", "&quot;\"", "&#39;'", "&amp;&"].iter().fold(html.to_owned(), |text, pair| {
            let (entity, c) = pair.split_at(pair.len() - 1);
            text.replace(entity, c)
        })
    }

    proptest! {
        #[test]
        fn text_adds_no_tag_and_no_attribute_but_the_names_of_odd_characters(text in any::<String>()) {
            let forms = [shown(&text), Prose(&text).render().into_string(), Name(&text).render().into_string()];
            for html in forms {
                let tags = ["<span class=\"odd\">", "</span>", "<code>", "</code>", "<wbr>"];
                let html = tags.iter().fold(html, |html, tag| html.replace(tag, ""));
                prop_assert!(!html.contains(['<', '>', '"', '\'']), "{html:?}");
                prop_assert!(html.chars().all(|c| name(c).is_none()), "{html:?}");
            }
            let plain = plain(&text);
            prop_assert!(plain.chars().all(|c| name(c).is_none()), "{plain:?}");
        }

        #[test]
        fn a_browser_reads_what_was_written(text in "[ -~äöü数]{0,80}") {
            prop_assert_eq!(read_back(&shown(&text)), text.clone());
            prop_assert_eq!(plain(&text), text);
        }
    }
}
