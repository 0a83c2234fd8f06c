//! Renders text from outside: names of tests, exceptions, source lines.
//!
//! Markup is escaped, characters that are invisible or change the writing direction are replaced by their
//! names, and long lines are cut with a mark.

use std::fmt::Write as _;

use faultline_escape::hidden;
use faultline_escape::html::{self as escape, push_marked};
use maud::{Markup, PreEscaped, Render};

/// Appends escaped text for use between tags.
pub use faultline_escape::html::push;

/// Maximum length of a name, a message or a sentence. Units: characters.
pub const LONGEST: usize = 600;
/// Maximum length of a source line. Units: characters.
pub const LONGEST_LINE: usize = 300;

/// Text between tags, cut at [`LONGEST`] characters.
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

/// A sentence of this program; text between backquotes is code.
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

/// A long name that may wrap after dots, before brackets and between words, including camel-case words.
pub struct Name<'a>(pub &'a str);

impl Render for Name<'_> {
    fn render(&self) -> Markup {
        let (text, left_out) = cut(self.0, LONGEST);
        let mut out = String::with_capacity(text.len() * 2);
        let mut was_small = false;
        for (c, is_hidden) in hidden::marked(text) {
            if (matches!(c, '(' | '#' | '_' | '[') && !out.is_empty()) || (was_small && c.is_uppercase()) {
                out.push_str("<wbr>");
            }
            was_small = c.is_lowercase();
            push_marked(&mut out, c, is_hidden);
            if matches!(c, '.' | ',') {
                out.push_str("<wbr>");
            }
        }
        push_cut(&mut out, left_out);
        PreEscaped(out)
    }
}

/// Plain text for an attribute or a title; invisible characters are replaced by their names in brackets.
pub fn plain(text: &str) -> String {
    let (text, left_out) = cut(text, LONGEST);
    let mut out = escape::plain(text);
    if left_out > 0 {
        out.push('…');
    }
    out
}

/// The end of a name as plain text, at most `most` characters.
pub fn tail(name: &str, most: usize) -> String {
    let name = plain(name);
    let letters = name.chars().count();
    if letters <= most { name } else { "…".chars().chain(name.chars().skip(letters - most + 1)).collect() }
}

/// Appends the mark for cut text.
pub fn push_cut(out: &mut String, left_out: usize) {
    if left_out > 0 {
        // Writing to a string cannot fail.
        let _ = write!(out, "<span class=\"cut\">… {left_out} more characters</span>");
    }
}

/// The first `most` characters, and the number of characters left out.
pub fn cut(text: &str, most: usize) -> (&str, usize) {
    // Texts never have more characters than bytes.
    if text.len() <= most {
        return (text, 0);
    }
    match text.char_indices().nth(most) {
        Some((at, _)) => (&text[..at], text[at..].chars().count()),
        None => (text, 0),
    }
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

    proptest! {
        #[test]
        fn text_adds_no_tag_and_no_attribute_but_the_names_of_odd_characters(text in any::<String>()) {
            let forms = [shown(&text), Prose(&text).render().into_string(), Name(&text).render().into_string()];
            for html in forms {
                let tags = ["<span class=\"odd\">", "</span>", "<code>", "</code>", "<wbr>"];
                let html = tags.iter().fold(html, |html, tag| html.replace(tag, ""));
                prop_assert!(!html.contains(['<', '>', '"', '\'']), "{html:?}");
                prop_assert!(hidden::is_plain(&html), "{html:?}");
            }
            let plain = plain(&text);
            prop_assert!(hidden::is_plain(&plain), "{plain:?}");
        }
    }
}
