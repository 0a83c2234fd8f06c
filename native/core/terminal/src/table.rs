//! Tables that fit a width, with aligned columns, some of which can be cut.

use anstyle::Style;
use faultline_escape::terminal::printable;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::terminal::{Terminal, style};

/// Blanks between two columns.
const GAP: usize = 2;

/// The alignment of a cell in its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// For text.
    Left,
    /// For numbers.
    Right,
}

/// Where a text that is too long is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Never: the column is as wide as its widest cell.
    Never,
    /// At its end: `CSVParser.addReco…`.
    End,
    /// At its beginning: `…csv.CSVParserTest#reads`.
    Start,
}

/// The heading and layout of a column.
#[derive(Clone, Debug)]
pub struct Column {
    /// Heading.
    pub title: &'static str,
    /// Alignment of its cells.
    pub align: Align,
    /// Where its cells may be cut.
    pub cut: Cut,
}

impl Column {
    /// A column of text, which may be cut.
    pub fn left(title: &'static str, cut: Cut) -> Self {
        Self { title, align: Align::Left, cut }
    }

    /// A column of numbers, which are never cut.
    pub fn right(title: &'static str) -> Self {
        Self { title, align: Align::Right, cut: Cut::Never }
    }
}

/// A piece of text in one style.
pub type Span = (Style, String);

/// A cell: consecutive spans of printable text.
#[derive(Clone, Debug, Default)]
pub struct Cell(Vec<Span>);

impl Cell {
    /// A cell in one style.
    pub fn new(style: Style, text: impl Into<String>) -> Self {
        Self::default().and(style, text)
    }

    /// A cell without style.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::new(style::PLAIN, text)
    }

    /// Appends text to the cell.
    #[must_use]
    pub fn and(mut self, style: Style, text: impl Into<String>) -> Self {
        self.0.push((style, printable(&text.into()).into_owned()));
        self
    }

    /// The width of its text, in terminal columns.
    pub fn width(&self) -> usize {
        self.0.iter().map(|(_, text)| text.width()).sum()
    }

    /// The spans that fit `width` columns, with `…` where text was cut.
    fn fitted(&self, width: usize, cut: Cut) -> Vec<Span> {
        if self.width() <= width || cut == Cut::Never {
            return self.0.clone();
        }
        let room = width.saturating_sub(1);
        if cut == Cut::End { self.first(room) } else { self.last(room) }
    }

    /// The longest prefix that fits `room` columns.
    fn first(&self, mut room: usize) -> Vec<Span> {
        let mut spans = Vec::new();
        for (style, text) in &self.0 {
            let kept = prefix(text, room);
            room -= kept.width();
            spans.push((*style, kept.to_owned()));
            if kept.len() < text.len() {
                spans.push((*style, "…".to_owned()));
                break;
            }
        }
        spans
    }

    /// The longest suffix that fits `room` columns.
    fn last(&self, mut room: usize) -> Vec<Span> {
        let mut spans = Vec::new();
        for (style, text) in self.0.iter().rev() {
            let kept = suffix(text, room);
            room -= kept.width();
            spans.push((*style, kept.to_owned()));
            if kept.len() < text.len() {
                spans.push((*style, "…".to_owned()));
                break;
            }
        }
        spans.reverse();
        spans
    }
}

/// The longest prefix of `text` that takes at most `room` columns.
pub fn prefix(text: &str, room: usize) -> &str {
    let mut used = 0;
    for (at, c) in text.char_indices() {
        used += c.width().unwrap_or(0);
        if used > room {
            return &text[..at];
        }
    }
    text
}

fn suffix(text: &str, room: usize) -> &str {
    let mut used = 0;
    for (at, c) in text.char_indices().rev() {
        used += c.width().unwrap_or(0);
        if used > room {
            return &text[at + c.len_utf8()..];
        }
    }
    text
}

/// Rows under headings.
#[derive(Debug)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table without rows.
    pub fn new(columns: Vec<Column>) -> Self {
        Self { columns, rows: Vec::new() }
    }

    /// Adds a row. Panics: the number of cells differs from that of columns.
    pub fn row(&mut self, cells: Vec<Cell>) {
        assert_eq!(cells.len(), self.columns.len(), "a cell per column");
        self.rows.push(cells);
    }

    /// The lines of the table, headings first, each at most `terminal.room()` wide if the columns that are
    /// never cut leave room for the others.
    pub fn lines(&self, terminal: &Terminal) -> Vec<String> {
        let widths = self.widths(terminal.room());
        let heading =
            self.columns.iter().map(|column| Cell::new(style::DIM, column.title)).collect::<Vec<_>>();
        std::iter::once(&heading).chain(&self.rows).map(|row| self.line(row, &widths, terminal)).collect()
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    /// The width of the table with nothing cut, if the cells of `column` took at most `at_most` columns.
    pub fn natural_width(&self, column: usize, at_most: usize) -> usize {
        let mut widths = self.widths(usize::MAX);
        widths[column] = widths[column].min(at_most.max(self.columns[column].title.width()));
        widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1)
    }

    /// Column widths. If the natural widths exceed `available`, the columns that can be cut shrink, the
    /// widest first.
    fn widths(&self, available: usize) -> Vec<usize> {
        let natural = |(at, column): (usize, &Column)| {
            self.rows.iter().map(|row| row[at].width()).max().unwrap_or(0).max(column.title.width())
        };
        let mut widths: Vec<usize> = self.columns.iter().enumerate().map(natural).collect();
        let gaps = GAP * widths.len().saturating_sub(1);
        let mut excess = (widths.iter().sum::<usize>() + gaps).saturating_sub(available);
        while excess > 0 {
            let widest = (0..widths.len())
                .filter(|&at| {
                    self.columns[at].cut != Cut::Never && widths[at] > self.columns[at].title.width()
                })
                .max_by_key(|&at| widths[at]);
            let Some(widest) = widest else { break };
            widths[widest] -= 1;
            excess -= 1;
        }
        widths
    }

    fn line(&self, cells: &[Cell], widths: &[usize], terminal: &Terminal) -> String {
        let mut line = String::new();
        let mut pending = 0;
        for ((cell, &width), column) in cells.iter().zip(widths).zip(&self.columns) {
            let spans = cell.fitted(width, column.cut);
            let used: usize = spans.iter().map(|(_, text)| text.width()).sum();
            let padding = width.saturating_sub(used);
            if used == 0 {
                pending += padding + GAP;
                continue;
            }
            if column.align == Align::Right {
                pending += padding;
            }
            line.push_str(&" ".repeat(pending));
            for (style, text) in &spans {
                line.push_str(&terminal.paint(*style, text));
            }
            // Written only before another cell: lines have no trailing blanks.
            pending = GAP + if column.align == Align::Left { padding } else { 0 };
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(vec![
            Column::right("rank"),
            Column::left("method", Cut::End),
            Column::left("where", Cut::Start),
        ]);
        table.row(vec![
            Cell::plain("1"),
            Cell::plain("Parser.addRecordValue"),
            Cell::plain("org/x/Parser.java:294"),
        ]);
        table.row(vec![Cell::plain("2-3"), Cell::plain("Lexer.next"), Cell::plain("org/x/Lexer.java:7")]);
        table
    }

    fn lines(width: usize) -> Vec<String> {
        table().lines(&Terminal::plain(width))
    }

    #[test]
    fn columns_are_aligned_and_nothing_trails() {
        assert_eq!(
            lines(80),
            [
                "rank  method                 where",
                "   1  Parser.addRecordValue  org/x/Parser.java:294",
                " 2-3  Lexer.next             org/x/Lexer.java:7",
            ]
        );
    }

    #[test]
    fn empty_cells_keep_their_place_and_leave_no_blanks_at_the_end() {
        let mut table = table();
        table.row(vec![Cell::default(), Cell::plain("x"), Cell::default()]);
        table.row(vec![Cell::plain("4"), Cell::default(), Cell::plain("y")]);
        let lines = table.lines(&Terminal::plain(80));
        assert_eq!(lines[3..], ["      x", "   4                         y"]);
    }

    #[test]
    fn the_widest_columns_give_way_on_their_own_side() {
        assert_eq!(
            lines(40),
            [
                "rank  method            where",
                "   1  Parser.addRecor…  …Parser.java:294",
                " 2-3  Lexer.next        …/x/Lexer.java:7",
            ]
        );
    }

    #[test]
    fn nothing_is_cut_where_there_is_no_edge() {
        let endless = Terminal { is_endless: true, ..Terminal::plain(40) };
        assert_eq!(table().lines(&endless), lines(80));
    }

    #[test]
    fn lines_fit_every_width_that_leaves_room() {
        for width in 25..80 {
            for line in lines(width) {
                assert!(line.width() <= width, "{} > {width}: {line}", line.width());
            }
        }
    }

    #[test]
    fn wide_characters_count_twice() {
        let cell = Cell::plain("数数数");
        let text: String = cell.fitted(5, Cut::End).into_iter().map(|(_, text)| text).collect();
        assert_eq!(text, "数数…");
        let text: String = cell.fitted(4, Cut::Start).into_iter().map(|(_, text)| text).collect();
        assert_eq!(text, "…数");
    }
}
