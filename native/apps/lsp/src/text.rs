//! The text of a document, and positions in it in UTF-16 units.

use std::ops::Range;

use lsp_types::{Position, TextDocumentContentChangeEvent};

/// A document's text, line by line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    lines: Vec<String>,
}

impl Text {
    /// The lines of a text, which end with a line feed, a carriage return, or both.
    pub fn of(text: &str) -> Self {
        Self { lines: lines(text) }
    }

    /// A text with these lines.
    pub fn of_lines(lines: Vec<String>) -> Self {
        Self { lines }
    }

    /// The lines, without their ends.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Applies a client's change. A change without a range replaces the whole text. Positions outside of the text count
    /// as the nearest inside.
    pub fn change(&mut self, change: &TextDocumentContentChangeEvent) {
        let Some(range) = change.range else {
            *self = Self::of(&change.text);
            return;
        };
        if self.lines.is_empty() {
            self.lines.push(String::new());
        }
        let (first, start) = self.place(range.start);
        let (last, end) = self.place(range.end).max((first, start));
        let replaced = self.lines[first][..start].to_owned() + &change.text + &self.lines[last][end..];
        self.lines.splice(first..=last, lines(&replaced));
    }

    /// The line and the byte in it of a position.
    fn place(&self, position: Position) -> (usize, usize) {
        let last = self.lines.len() - 1;
        let line = position.line as usize;
        if line > last {
            return (last, self.lines[last].len());
        }
        (line, byte_of(&self.lines[line], position.character))
    }
}

/// The lines of a text. The text behind the last line end is a line, even if it is empty, so that positions there exist.
fn lines(text: &str) -> Vec<String> {
    text.replace("\r\n", "\n").split(['\n', '\r']).map(str::to_owned).collect()
}

/// The byte of a column; columns past the end count as the end, those within a character as its start.
fn byte_of(line: &str, column: u32) -> usize {
    let mut units = 0;
    for (at, letter) in line.char_indices() {
        let after = units + letter.len_utf16() as u32;
        if after > column {
            return at;
        }
        units = after;
    }
    line.len()
}

/// A length in UTF-16 units.
pub fn units(text: &str) -> u32 {
    text.chars().map(|letter| letter.len_utf16() as u32).sum()
}

/// A part of a line, given by bytes.
pub fn part_of(line: u32, text: &str, bytes: Range<usize>) -> lsp_types::Range {
    let at = |byte: usize| Position { line, character: units(&text[..byte]) };
    lsp_types::Range { start: at(bytes.start), end: at(bytes.end) }
}

/// The code of a line: all of it but the space around.
pub fn code_of(line: u32, text: &str) -> lsp_types::Range {
    let start = text.len() - text.trim_start().len();
    part_of(line, text, start..text.trim_end().len().max(start))
}

#[cfg(test)]
mod tests {
    use lsp_types::Range;

    use super::*;

    fn change(from: (u32, u32), to: (u32, u32), text: &str) -> TextDocumentContentChangeEvent {
        let at = |(line, character)| Position { line, character };
        TextDocumentContentChangeEvent {
            range: Some(Range { start: at(from), end: at(to) }),
            range_length: None,
            text: text.to_owned(),
        }
    }

    #[test]
    fn changes_are_applied_in_utf_16() {
        let mut text = Text::of("int 𝒳 = 1;\r\nint é = 2;\n");
        text.change(&change((0, 9), (0, 10), "42"));
        assert_eq!(text.lines(), ["int 𝒳 = 42;", "int é = 2;", ""]);
        text.change(&change((0, 12), (1, 4), "\n// new\n"));
        assert_eq!(text.lines(), ["int 𝒳 = 42;", "// new", "é = 2;", ""]);
        text.change(&change((1, 0), (2, 0), ""));
        assert_eq!(text.lines(), ["int 𝒳 = 42;", "é = 2;", ""]);
    }

    #[test]
    fn positions_outside_of_the_text_count_as_the_nearest_inside() {
        let mut text = Text::of("a\n𝒳b");
        text.change(&change((1, 1), (1, 1), "-"));
        assert_eq!(text.lines(), ["a", "-𝒳b"], "within a pair of surrogates");
        text.change(&change((7, 0), (9, 9), "!"));
        assert_eq!(text.lines(), ["a", "-𝒳b!"]);
        text.change(&change((1, 2), (0, 0), "?"));
        assert_eq!(text.lines(), ["a", "-?𝒳b!"], "an end before the start");
        text.change(&TextDocumentContentChangeEvent {
            range: None,
            range_length: None,
            text: "x".to_owned(),
        });
        assert_eq!(text.lines(), ["x"]);
    }

    #[test]
    fn the_code_of_a_line_is_measured_in_utf_16() {
        let range = code_of(3, "\t\"𝒳\".run();  ");
        assert_eq!((range.start.character, range.end.character), (1, 12));
        let empty = code_of(0, "   ");
        assert_eq!(empty.start, empty.end);
    }

    #[test]
    fn incremental_changes_give_the_same_text_as_whole_ones() {
        let mut text = Text::of("one\ntwo\nthree");
        for (at, letter) in "a\nb𝒳\nc".chars().enumerate() {
            let at = at as u32 % 3;
            text.change(&change((at, at), (at, at + 1), &letter.to_string()));
            let whole = text.lines().join("\n");
            assert_eq!(Text::of(&whole), text);
        }
    }
}
