//! Lines of text within a width.

use faultline_escape::terminal::printable;
use unicode_width::UnicodeWidthStr;

use crate::table::{Align, Cell, Column, Cut, Table};
use crate::terminal::Terminal;

/// A cell as a line of its own, cut where it is too long.
pub fn one_line(cell: Cell, cut: Cut, terminal: &Terminal) -> impl Iterator<Item = String> {
    let mut table = Table::new(vec![Column { title: "", align: Align::Left, cut }]);
    table.row(vec![cell]);
    table.lines(terminal).into_iter().skip(1)
}

/// Text broken at its blanks into lines that start with `indent`; a word that is wider than
/// the width stays whole.
pub fn wrapped(text: &str, indent: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // Blanks of all kinds separate words, line breaks among them; what else is hidden becomes visible.
    for word in text.split_whitespace() {
        let word = printable(word);
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(format!("{indent}{word}")),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_break_at_blanks_and_long_words_stay_whole() {
        assert_eq!(wrapped("to split this group", "  ", 12), ["  to split", "  this group"]);
        assert_eq!(wrapped("a Parser.parse(String)", "  ", 10), ["  a", "  Parser.parse(String)"]);
        assert!(wrapped("", "  ", 10).is_empty());
    }
}
