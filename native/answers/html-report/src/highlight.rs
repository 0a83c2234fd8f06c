//! Syntax highlighting: keywords, strings, comments.

use std::borrow::Cow;
use std::sync::LazyLock;

use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};

use crate::text::{LONGEST_LINE, cut, push, push_cut};

/// Grammars of Java, Kotlin, Groovy, Scala and others.
static SYNTAXES: LazyLock<SyntaxSet> = LazyLock::new(two_face::syntax::extra_newlines);

/// CSS classes of scopes; the innermost known scope counts.
static CLASSES: LazyLock<Vec<(Scope, &'static str)>> = LazyLock::new(|| {
    const NAMES: [(&str, &str); 15] = [
        ("comment", "c"),
        ("string", "g"),
        ("constant.character", "g"),
        ("constant.numeric", "m"),
        ("constant.language", "k"),
        ("keyword.operator", ""),
        ("keyword", "k"),
        ("storage.type.class", "k"),
        ("storage.type.primitive", "k"),
        ("storage.type", "k"),
        ("storage", "k"),
        ("entity.name.function", "f"),
        ("variable.annotation", "a"),
        ("meta.annotation.identifier", "a"),
        ("support.class", "t"),
    ];
    NAMES.into_iter().filter_map(|(scope, class)| Some((Scope::new(scope).ok()?, class))).collect()
});

/// The lines of a file as HTML, each cut at [`LONGEST_LINE`] characters. Plain text if the language is
/// unknown, and after any text that its grammar fails to parse. Cost: some microseconds per word.
pub fn lines(path: &str, lines: &[String]) -> Vec<String> {
    let ending = path.rsplit('.').next().unwrap_or_default();
    let mut reader = SYNTAXES.find_syntax_by_extension(ending).filter(|_| path.contains('.')).map(Reader::of);
    lines.iter().map(|line| html(line, &mut reader)).collect()
}

/// A line as HTML, without highlighting.
pub fn plain_line(line: &str) -> String {
    html(line, &mut None)
}

fn html(line: &str, reader: &mut Option<Reader>) -> String {
    let (line, left_out) = cut(line.trim_end(), LONGEST_LINE);
    let mut out = String::with_capacity(line.len() * 2);
    let is_read = match reader {
        Some(reader) => reader.push(&mut out, line),
        None => false,
    };
    if !is_read {
        *reader = None;
        out.clear();
        push_code(&mut out, line);
    }
    push_cut(&mut out, left_out);
    out
}

fn push_code(out: &mut String, code: &str) {
    // Render tabs as spaces, so that they are not shown as unusual characters.
    for (at, part) in code.split('\t').enumerate() {
        if at > 0 {
            out.push_str("    ");
        }
        push(out, part);
    }
}

/// The state of a grammar between lines.
struct Reader {
    state: ParseState,
    scopes: ScopeStack,
    is_scala: bool,
}

impl Reader {
    fn of(syntax: &SyntaxReference) -> Self {
        let is_scala = syntax.name == "Scala";
        Self { state: ParseState::new(syntax), scopes: ScopeStack::new(), is_scala }
    }

    /// Appends a line; returns false if the grammar fails.
    fn push(&mut self, out: &mut String, line: &str) -> bool {
        let line = format!("{line}\n");
        let read = if self.is_scala { without_loose_at(&line) } else { Cow::Borrowed(line.as_str()) };
        let Ok(changes) = self.state.parse_line(&read, &SYNTAXES) else { return false };
        let (mut from, mut open) = (0, "");
        for (at, change) in changes {
            if at > from {
                span(out, &mut open, self.class(), line[from..at].trim_end_matches('\n'));
                from = at;
            }
            if self.scopes.apply(&change).is_err() {
                return false;
            }
        }
        span(out, &mut open, self.class(), line[from..].trim_end_matches('\n'));
        if !open.is_empty() {
            out.push_str("</i>");
        }
        true
    }

    fn class(&self) -> &'static str {
        let known = |scope: &Scope| CLASSES.iter().find(|(prefix, _)| prefix.is_prefix_of(*scope));
        self.scopes.scopes.iter().rev().find_map(known).map_or("", |(_, class)| class)
    }
}

/// A line of the same length without any `@` that starts no annotation: Scala's grammar loops forever at one
/// after a type (`:T@/`).
fn without_loose_at(line: &str) -> Cow<'_, str> {
    if !line.contains('@') {
        return Cow::Borrowed(line);
    }
    let mut behind = line.chars().skip(1);
    let of = |at: char| {
        let begins = behind.next().is_some_and(|next| next.is_ascii_alphabetic() || next == '_');
        if at == '@' && !begins { ' ' } else { at }
    };
    line.chars().map(of).collect::<String>().into()
}

/// Appends code, extending the open span if it has the same class.
fn span(out: &mut String, open: &mut &'static str, class: &'static str, code: &str) {
    if code.is_empty() {
        return;
    }
    if *open != class && !code.trim().is_empty() {
        if !open.is_empty() {
            out.push_str("</i>");
        }
        if !class.is_empty() {
            out.push_str("<i class=");
            out.push_str(class);
            out.push('>');
        }
        *open = class;
    }
    push_code(out, code);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(path: &str, text: &str) -> Vec<String> {
        lines(path, &text.lines().map(str::to_owned).collect::<Vec<_>>())
    }

    /// HTML with its tags removed.
    fn bare(html: &str) -> String {
        let mut out = String::new();
        let mut inside = false;
        for c in html.chars() {
            match c {
                '<' => inside = true,
                '>' => inside = false,
                c if !inside => out.push(c),
                _ => {}
            }
        }
        out
    }

    #[test]
    fn keywords_strings_and_comments_are_told_apart_in_four_languages() {
        for (path, code, expected) in [
            (
                "a/B.java",
                "return \"x\"; // why",
                ["<i class=k>return", "<i class=g>&quot;x&quot;", "<i class=c>// why"],
            ),
            (
                "a/B.kt",
                "return \"x\" // why",
                ["<i class=k>return", "<i class=g>&quot;x&quot;", "<i class=c>// why"],
            ),
            (
                "a/B.groovy",
                "return \"x\" // why",
                ["<i class=k>return", "<i class=g>&quot;x&quot;", "<i class=c>// why"],
            ),
            (
                "a/B.scala",
                "return \"x\" // why",
                ["<i class=k>return", "<i class=g>&quot;x&quot;", "<i class=c>// why"],
            ),
        ] {
            let html = of(path, code).remove(0);
            for expected in expected {
                assert!(html.contains(expected), "{path}: {expected} in {html}");
            }
        }
    }

    #[test]
    fn a_comment_of_several_lines_goes_on() {
        let html = of("B.java", "/* one\ntwo < three */ int a;");
        assert!(html[1].starts_with("<i class=c>two &lt; three */"), "{}", html[1]);
        assert!(html[1].contains("<i class=k>int</i>"), "{}", html[1]);
    }

    #[test]
    fn a_language_that_is_not_known_is_plain_text() {
        assert_eq!(of("B.unheard", "return <x>"), ["return &lt;x&gt;"]);
        assert_eq!(of("java", "return 1"), ["return 1"]);
    }

    #[test]
    fn a_line_of_any_length_is_cut_and_the_next_one_is_read() {
        let html = of("B.java", &format!("int a = {};\nreturn;", "1".repeat(10_000)));
        assert!(html[0].ends_with("more characters</span>") && html[0].len() < 2_000, "{}", html[0]);
        assert!(html[1].contains("<i class=k>return</i>"), "{}", html[1]);
    }

    #[test]
    fn the_grammar_of_scala_comes_to_an_end_where_an_annotation_lacks_its_name() {
        const LINES: [&str; 4] =
            ["7:WC@|1{:},V", "val a:Int@/[>", "x:i@.!", "\"V\".{:o@-?!S @tailrec def f: a@b"];
        let (tell, told) = std::sync::mpsc::channel();
        std::thread::spawn(move || tell.send(LINES.map(|line| of("B.scala", line).remove(0))));
        let html = told.recv_timeout(std::time::Duration::from_mins(1)).expect("it ends");
        for (line, html) in LINES.iter().zip(html) {
            assert_eq!(bare(&html), bare(&plain_line(line)));
        }
        let html = of("B.scala", "val a: Int @unchecked = 1; return b").remove(0);
        assert!(html.contains("<i class=k>return</i>"), "{html}");
    }

    proptest! {
        #[test]
        fn all_text_is_kept_and_no_tag_is_added(text in "[ -~\t]{0,60}") {
            let mut plain = String::new();
            push_code(&mut plain, text.trim_end());
            for path in ["B.java", "B.kt", "B.groovy", "B.scala"] {
                let html = lines(path, std::slice::from_ref(&text)).remove(0);
                prop_assert_eq!(bare(&html), bare(&plain));
                prop_assert_eq!(html.matches("<i ").count(), html.matches("</i>").count());
                prop_assert!(html.split('<').skip(1).all(|tag| tag.starts_with("i class=") || tag.starts_with("/i>")), "{}", html);
            }
        }
    }
}
