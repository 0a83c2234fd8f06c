//! Measures the amount of code in a Java source.

use gix::bstr::ByteSlice;

/// Words that begin a decision. A `?` counts too, and so do `&&` and `||`.
const DECISIONS: [&[u8]; 5] = [b"if", b"for", b"while", b"case", b"catch"];

/// The size of a source. Comments and string literals count only towards lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// Number of lines; the last may lack a line end.
    pub lines: usize,
    /// Number of semicolons: statements, fields, and two in each old `for`.
    pub statements: usize,
    /// Number of `if`, `for`, `while`, `case`, `catch`, `?`, `&&` and `||`.
    pub decisions: usize,
}

impl Code {
    /// Measures a source, which need not compile. Cost: one pass.
    pub fn of(source: &[u8]) -> Self {
        let lines = source.lines().count();
        let mut code = Self { lines, ..Self::default() };
        let mut rest = source;
        while let [first, after @ ..] = rest {
            rest = match rest {
                [b'/', b'/', inside @ ..] => behind(inside, b"\n"),
                [b'/', b'*', inside @ ..] => behind(inside, b"*/"),
                [b'"', b'"', b'"', inside @ ..] => behind_text(inside, b"\"\"\""),
                [b'"', inside @ ..] => behind_text(inside, b"\""),
                [b'\'', inside @ ..] => behind_text(inside, b"'"),
                [b'&', b'&', after @ ..] | [b'|', b'|', after @ ..] => {
                    code.decisions += 1;
                    after
                }
                _ if is_of_name(*first) => {
                    let end = rest.iter().position(|&byte| !is_of_name(byte)).unwrap_or(rest.len());
                    let (word, after) = rest.split_at(end);
                    code.decisions += usize::from(DECISIONS.contains(&word));
                    after
                }
                _ => {
                    code.statements += usize::from(*first == b';');
                    code.decisions += usize::from(*first == b'?');
                    after
                }
            };
        }
        code
    }
}

/// Whether a byte belongs to an identifier; all bytes beyond ASCII do.
pub(crate) fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || !byte.is_ascii()
}

/// Returns what follows the first `end`; empty if there is none.
fn behind<'s>(inside: &'s [u8], end: &[u8]) -> &'s [u8] {
    let at = inside.windows(end.len()).position(|window| window == end);
    at.map_or(&[], |at| &inside[at + end.len()..])
}

/// Returns what follows a string literal or text block, given the text after its opening quotes. An unclosed string
/// literal ends with its line.
fn behind_text<'s>(inside: &'s [u8], quotes: &[u8]) -> &'s [u8] {
    let mut rest = inside;
    while let [first, after @ ..] = rest {
        match first {
            b'\\' => rest = after.get(1..).unwrap_or_default(),
            _ if rest.starts_with(quotes) => return &rest[quotes.len()..],
            b'\n' if quotes.len() == 1 => return rest,
            _ => rest = after,
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Code;

    fn counts(source: &str) -> [usize; 3] {
        let Code { lines, statements, decisions } = Code::of(source.as_bytes());
        [lines, statements, decisions]
    }

    #[test]
    fn statements_and_decisions_count_and_what_is_in_comments_and_texts_does_not() {
        assert_eq!(counts(""), [0, 0, 0]);
        assert_eq!(counts("class A {}\n"), [1, 0, 0]);
        assert_eq!(counts("int a = b ? c : d; // if ; \nint e;"), [2, 2, 1]);
        assert_eq!(counts("for (;;) if (a && b || !c) while (d) {}"), [1, 2, 5]);
        assert_eq!(counts("switch (a) { case 1: break; case 2: default: }"), [1, 1, 2]);
        assert_eq!(counts("/* if (;) */ try { a(); } catch (E e) { } /** ; */"), [1, 1, 1]);
        assert_eq!(counts("s = \"if ; \\\" ;\"; c = ';'; d = '\\''; e = '\"';"), [1, 4, 0]);
        assert_eq!(counts("s = \"\"\"\n if ; \"quoted\" \\\"\"\" ;\n\"\"\";\nint x;"), [4, 2, 0]);
        assert_eq!(counts("int ifs, xfor, $if, \u{fc}if; notify(); a/b;"), [1, 3, 0]);
        // Scanning continues after invalid code: an unclosed string ends with its line.
        assert_eq!(counts("a = \";\nif (b) ;"), [2, 1, 1]);
        assert_eq!(counts("a; /* open ; if"), [1, 1, 0]);
    }

    proptest! {
        #[test]
        fn any_bytes_can_be_counted(source in prop::collection::vec(prop::sample::select(b"\"'/*\\\n;?if &|a".to_vec()), 0..60)) {
            let code = Code::of(&source);
            prop_assert!(code.statements + code.decisions <= source.len());
        }
    }
}
