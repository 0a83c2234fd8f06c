//! What a failing test said: its message, with what it expected and what it got.

use faultline_messages::words::printable;
use faultline_terminal::terminal::{Terminal, style};
use schemars::JsonSchema;
use serde::Serialize;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Characters kept of a message; some tests print whole documents.
const LONGEST: usize = 4_000;
/// Columns of a value in a line with others.
const SHORT: usize = 100;
/// Phrases between what was expected and what was there, in lower case.
const BETWEEN: [&str; 8] =
    ["but was:", "but was", "but: was", "but found:", "but found", "but got", ", actual:", ", actual"];
/// Columns kept in front of the first difference of two long texts.
const IN_FRONT: usize = 12;

/// The message of a failing test, read from the build's report of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "message")]
pub struct Message {
    /// The whole message, at most 4,000 characters of it; empty where the exception has none.
    pub text: String,
    /// What the test says besides; the whole message where it names no expected value.
    #[serde(skip)]
    pub says: String,
    /// What the test expected, where the message names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What it got instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual: Option<String>,
}

impl Message {
    /// Reads the message of an exception, in the notations of JUnit, Hamcrest, `AssertJ`, `TestNG`, Truth and kotlin.test.
    pub fn of(message: &str) -> Self {
        let text: String = message.trim().chars().take(LONGEST).collect();
        match expected_first(&text).or_else(|| actual_first(&text)) {
            Some((says, expected, actual)) => {
                Self { says: one_line(says), expected: Some(expected), actual: Some(actual), text }
            }
            None => Self { says: first_line(&text), expected: None, actual: None, text },
        }
    }
}

/// What stands in front of an expected and of an actual value.
const EXPECTED: &str = "  expected  ";
const ACTUAL: &str = "  actual    ";

impl Message {
    /// The message for a page: what it says, what was expected and what was there, at most a line each. A line of a file
    /// may be as long as a name, but no message is.
    pub fn lines(&self, terminal: &Terminal) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.says.is_empty() {
            let (says, _) = cut_alike(&printable(&self.says), "", terminal.width.saturating_sub(2));
            lines.push(terminal.paint(style::BAD, &format!("  {says}")));
        }
        if let Some((expected, actual)) = self.values(terminal.width.saturating_sub(EXPECTED.len())) {
            let line = |label: &str, value: String, look| {
                terminal.paint(style::DIM, label) + &terminal.paint(look, &value)
            };
            lines.push(line(EXPECTED, expected, style::GOOD));
            lines.push(line(ACTUAL, actual, style::BAD));
        }
        lines
    }

    /// The message in one line: what it says, and the values.
    pub fn in_short(&self) -> String {
        let Some((expected, actual)) = self.values(SHORT) else { return self.says.clone() };
        let colon = if self.says.is_empty() { "" } else { ": " };
        format!("{}{colon}expected {expected}, actual {actual}", self.says)
    }

    /// What was expected and what was there, each at most `room` columns wide and cut to where they differ; `None` where
    /// the message does not name them.
    pub fn values(&self, room: usize) -> Option<(String, String)> {
        let (expected, actual) = self.expected.as_ref().zip(self.actual.as_ref())?;
        Some(cut_alike(&printable(expected), &printable(actual), room))
    }
}

/// `expected: <X> but was: <Y>` and its like: what stands in front, X and Y.
fn expected_first(text: &str) -> Option<(&str, String, String)> {
    // Bytes keep their places.
    let lower = text.to_ascii_lowercase();
    let found = BETWEEN.iter().filter_map(|phrase| Some((lower.find(phrase)?, phrase.len())));
    let (at, length) = found.min_by_key(|&(at, length)| (at, std::cmp::Reverse(length)))?;
    let start = last_word(&lower[..at], "expected")?;
    let expected = text.get(start + "expected".len()..at)?;
    let actual = text.get(at + length..)?;
    Some((text.get(..start)?, value(expected), value(actual)))
}

/// The notation of `AssertJ`: `Expecting actual: Y to contain: X`, and `Expecting: Y to be equal to: X but was not.`
fn actual_first(text: &str) -> Option<(&str, String, String)> {
    let lower = text.to_ascii_lowercase();
    let start = lower.find("expecting")?;
    let actual = start + lower.get(start..)?.find(':')?;
    let to = actual + lower.get(actual..)?.find("\nto ")?;
    let rest = text.get(to + 1..)?;
    let rest = rest.find("\nbut ").map_or(rest, |end| &rest[..end]);
    let rest = rest.strip_prefix("to be equal to:").unwrap_or(rest);
    Some((text.get(..start)?, value(rest), value(text.get(actual..to)?)))
}

/// The last place where a word starts that is not the end of a longer one.
fn last_word(text: &str, word: &str) -> Option<usize> {
    let starts = |&(at, _): &(usize, &str)| !text[..at].ends_with(char::is_alphanumeric);
    text.rmatch_indices(word).find(starts).map(|(at, _)| at)
}

/// A value without the punctuation around it.
fn value(text: &str) -> String {
    let text = text.trim().trim_start_matches(':').trim();
    let inside = |open, close| {
        let inside = text.trim_end_matches('.').strip_prefix(open)?.strip_suffix(close)?;
        // `<a> and <b>` are two values.
        (!inside.contains(open)).then_some(inside)
    };
    inside('<', '>').or_else(|| inside('[', ']')).unwrap_or(text).to_owned()
}

/// What a test says in front of the values: `sum ==> `, `[label] `.
fn one_line(says: &str) -> String {
    let says = says.trim().trim_end_matches("==>").trim_end_matches([':', ',']).trim();
    says.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first line with text, with a sign that more follows.
fn first_line(text: &str) -> String {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    let more = if lines.next().is_some() { " …" } else { "" };
    format!("{first}{more}")
}

/// Two values, each at most `room` columns wide. Where a long one differs late, both start shortly before the first
/// difference.
fn cut_alike(expected: &str, actual: &str, room: usize) -> (String, String) {
    let is_long = expected.width().max(actual.width()) > room;
    let same: Vec<char> =
        expected.chars().zip(actual.chars()).take_while(|(a, b)| a == b).map(|(c, _)| c).collect();
    let shared: usize = same.iter().map(|c| c.width().unwrap_or(0)).sum();
    let skipped = if is_long && shared > room / 2 { same.len().saturating_sub(IN_FRONT) } else { 0 };
    let cut = |text: &str| {
        let rest: String = text.chars().skip(skipped).collect();
        let rest = if skipped > 0 { format!("…{rest}") } else { rest };
        if rest.width() <= room {
            return rest;
        }
        format!("{}…", faultline_terminal::table::prefix(&rest, room.saturating_sub(1)))
    };
    (cut(expected), cut(actual))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(message: &str) -> (String, String, String) {
        let Message { says, expected, actual, .. } = Message::of(message);
        (says, expected.unwrap_or_default(), actual.unwrap_or_default())
    }

    #[test]
    fn expected_and_actual_are_read_in_the_notations_of_the_usual_libraries() {
        let table = [
            ("expected: <1> but was: <2>", ("", "1", "2")),
            ("sum ==> expected: <1> but was: <2>", ("sum", "1", "2")),
            ("expected:<a[b]c> but was:<a[x]c>", ("", "a[b]c", "a[x]c")),
            ("sum expected:<1> but was:<2>", ("sum", "1", "2")),
            ("\nExpected: is <1>\n     but: was <2>", ("", "is <1>", "2")),
            ("sizes\nExpected: a collection\n     but: was <[]>", ("sizes", "a collection", "[]")),
            ("\nexpected: \"a\"\n but was: \"b\"", ("", "\"a\"", "\"b\"")),
            ("[label] \nexpected: 1\n but was: 2", ("[label]", "1", "2")),
            ("\nExpecting:\n <1>\nto be equal to:\n <2>\nbut was not.", ("", "2", "1")),
            (
                "\nExpecting actual:\n  [1, 2]\nto contain:\n  [3]\nbut could not find",
                ("", "to contain:\n  [3]", "1, 2"),
            ),
            ("expected [1] but found [2]", ("", "1", "2")),
            ("expected: 1\nbut was : 2", ("", "1", "2")),
            ("Expected <1>, actual <2>.", ("", "1", "2")),
            ("Unexpected type ==> expected: <A> but was: <B>", ("Unexpected type", "A", "B")),
            ("expected: <naïve – 数> but was: <null>", ("", "naïve – 数", "null")),
        ];
        for (message, (says, expected, actual)) in table {
            assert_eq!(
                parts(message),
                (says.to_owned(), expected.to_owned(), actual.to_owned()),
                "{message}"
            );
        }
    }

    #[test]
    fn other_messages_are_shown_by_their_first_line() {
        assert_eq!(Message::of("\n Cannot invoke \"x\"\n").says, "Cannot invoke \"x\"");
        assert_eq!(Message::of("first\n\nsecond").says, "first …");
        assert_eq!(Message::of("").says, "");
        assert_eq!(parts("Unexpected end, but was told so").1, "", "nothing is expected");
        assert_eq!(Message::of("expected an exception").says, "expected an exception");
    }

    #[test]
    fn a_message_in_short_has_what_it_says_and_its_values() {
        let short = |message| Message::of(message).in_short();
        assert_eq!(short("sum ==> expected: <1> but was: <2>"), "sum: expected 1, actual 2");
        assert_eq!(short("expected: <1> but was: <2>"), "expected 1, actual 2");
        assert_eq!(short("no\nvalues"), "no …");
    }

    #[test]
    fn a_long_message_is_kept_in_part() {
        assert_eq!(Message::of(&"x".repeat(10_000)).text.len(), LONGEST);
    }

    #[test]
    fn long_values_are_cut_to_where_they_differ() {
        assert_eq!(cut_alike("abc", "abd", 10), ("abc".to_owned(), "abd".to_owned()));
        let same = "0123456789".repeat(5);
        let (expected, actual) = cut_alike(&format!("{same}A{same}"), &format!("{same}B"), 20);
        assert_eq!((expected.as_str(), actual.as_str()), ("…890123456789A01234…", "…890123456789B"));
        let (one, other) = cut_alike(&"数".repeat(20), "x", 11);
        assert_eq!((one.width(), other.as_str()), (11, "x"));
    }
}
