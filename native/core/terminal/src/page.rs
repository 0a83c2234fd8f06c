//! Lines of text that fit a width.

use anstyle::Style;
use faultline_escape::terminal::printable;
use faultline_messages::words::{counted, number};
use unicode_width::UnicodeWidthStr;

use crate::table::{Cell, Column, Cut, Table};
use crate::terminal::Terminal;

/// The lines of a page.
#[derive(Debug)]
pub struct Page<'t> {
    /// The terminal for which it is laid out.
    pub terminal: &'t Terminal,
    lines: Vec<String>,
}

impl<'t> Page<'t> {
    /// An empty page.
    pub fn new(terminal: &'t Terminal) -> Self {
        Self { terminal, lines: Vec::new() }
    }

    /// Whether it has no lines.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Adds an empty line.
    pub fn blank(&mut self) {
        self.lines.push(String::new());
    }

    /// Adds a line unchanged.
    pub fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// Adds a line in one style.
    pub fn painted(&mut self, style: Style, text: &str) {
        self.lines.push(self.terminal.paint(style, text));
    }

    /// Adds lines unchanged.
    pub fn lines(&mut self, lines: impl IntoIterator<Item = String>) {
        self.lines.extend(lines);
    }

    /// Adds sentences, wrapped at blanks and never cut.
    pub fn prose(&mut self, style: Style, indent: &str, text: &str) {
        let lines = wrapped(text, indent, self.terminal.width);
        self.lines.extend(lines.iter().map(|line| self.terminal.paint(style, line)));
    }

    /// Adds a line that is cut if it is too long.
    pub fn one_line(&mut self, cell: Cell, cut: Cut) {
        self.lines.extend(one_line(cell, cut, self.terminal));
    }

    /// Adds a table.
    pub fn table(&mut self, table: &Table) {
        self.lines.extend(table.lines(self.terminal));
    }

    /// The whole page, ending in a line break.
    pub fn into_text(mut self) -> String {
        self.blank();
        self.lines.join("\n")
    }
}

/// `… 12 more of 32 classes; --top 0 shows all`; `None` if all are shown.
pub fn more(shown: usize, all: usize, noun: &str) -> Option<String> {
    (shown < all)
        .then(|| format!("… {} more of {}; --top 0 shows all", number(all - shown), counted(all, noun)))
}

/// A cell as a line of its own, cut if it is too long.
pub fn one_line(cell: Cell, cut: Cut, terminal: &Terminal) -> impl Iterator<Item = String> {
    let mut table = Table::new(vec![Column::left("", cut)]);
    table.row(vec![cell]);
    table.lines(terminal).into_iter().skip(1)
}

/// Wraps text at blanks into lines that start with `indent`; a word wider than the line is not broken.
pub fn wrapped(text: &str, indent: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // All white space separates words, including line breaks; other invisible characters are escaped.
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
