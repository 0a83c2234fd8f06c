//! A line of Java as tokens.

use std::ops::Range;

/// Operators and separators of more than one character, longest first.
const LONG: [&str; 28] = [
    ">>>=", ">>>", "<<=", ">>=", "...", "->", "::", "++", "--", "&&", "||", "==", "!=", "<=", ">=", "+=",
    "-=", "*=", "/=", "&=", "|=", "^=", "%=", "<<", ">>", "/*", "*/", "//",
];

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name or a keyword.
    Word,
    /// A number.
    Number,
    /// A text or a character.
    Text,
    /// An operator or a separator.
    Sign,
}

/// A token and its bytes in the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// What it is.
    pub kind: Kind,
    /// The token as it is written.
    pub text: &'a str,
    /// Its bytes.
    pub bytes: Range<usize>,
}

/// The tokens of a line of code without a comment at its end. `None` if the line begins or ends in the middle of a comment or
/// a text, as far as the line shows it.
pub fn tokens(line: &str) -> Option<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = line[at..].chars().next() {
        let rest = &line[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let (kind, length) = match first {
            '"' | '\'' if rest.starts_with("\"\"\"") => return None,
            '"' | '\'' => (Kind::Text, quoted(rest, first)?),
            _ if first.is_ascii_digit() => (Kind::Number, number(rest)),
            _ if is_part(first) => (Kind::Word, rest.find(|letter| !is_part(letter)).unwrap_or(rest.len())),
            _ => match LONG.iter().find(|sign| rest.starts_with(**sign)).copied() {
                Some("//") => break,
                Some("/*") => {
                    at += rest.find("*/")? + 2;
                    continue;
                }
                Some("*/") => return None,
                Some(sign) => (Kind::Sign, sign.len()),
                None => (Kind::Sign, first.len_utf8()),
            },
        };
        tokens.push(Token { kind, text: &rest[..length], bytes: at..at + length });
        at += length;
    }
    Some(tokens)
}

fn is_part(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '$'
}

/// The length of a text or character with its quotes; `None` without an end.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => _ = letters.next(),
            _ if letter == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The length of a number: digits, letters, dots, and a sign behind an exponent.
fn number(text: &str) -> usize {
    let is_hex = text.starts_with("0x") || text.starts_with("0X");
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        let is_exponent = "+-".contains(letter) && (if is_hex { "pP" } else { "eE" }).contains(before);
        if !(is_part(letter) || letter == '.' || is_exponent) {
            return at;
        }
        before = letter;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Option<Vec<&str>> {
        Some(tokens(line)?.into_iter().map(|token| token.text).collect())
    }

    #[test]
    fn a_line_is_split_as_java_splits_it() {
        let line = "if (a<=b>>>1 && s.equals(\"x < \\\"y\") || c != '\\'') { n -= 1.5e-3f; // a < b";
        let expected = [
            "if",
            "(",
            "a",
            "<=",
            "b",
            ">>>",
            "1",
            "&&",
            "s",
            ".",
            "equals",
            "(",
            "\"x < \\\"y\"",
            ")",
            "||",
            "c",
            "!=",
            "'\\''",
            ")",
            "{",
            "n",
            "-=",
            "1.5e-3f",
            ";",
        ];
        assert_eq!(words(line).expect("tokens"), expected);
        assert_eq!(words("a /* < */ < b").expect("tokens"), ["a", "<", "b"]);
        assert_eq!(words("0x1p-3-1").expect("tokens"), ["0x1p-3", "-", "1"]);
        assert_eq!(words("é𝒳 + 1").expect("tokens"), ["é𝒳", "+", "1"]);
    }

    #[test]
    fn what_begins_or_ends_elsewhere_is_not_split() {
        for line in ["a /* b", "b */ a", "\"\"\"", "\"open", "'"] {
            assert_eq!(words(line), None, "{line}");
        }
    }
}
