//! The list of faults: one per row, without derived data.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::{BenchError, workspace};

const HEADER: &str = "id\tlibrary\tfaulty\tfixed\tscope\ttests\tfailing-tests\tfaulty-methods";

/// The number of tests of a fault that is not verified yet.
pub const UNCOUNTED: usize = 0;

/// The tests of the later release that are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All.
    All,
    /// Those in the packages of the failing ones, because the whole suite takes more than a minute.
    Packages,
}

/// A fault of a released library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name: library, faulty release, number.
    pub id: String,
    /// Maven's group.
    pub group: String,
    /// Maven's artifact.
    pub artifact: String,
    /// The release that has the fault.
    pub faulty: String,
    /// The release that fixed it, whose tests show it.
    pub fixed: String,
    /// The tests that are run.
    pub scope: Scope,
    /// Number of test methods that run, including failing ones; [`UNCOUNTED`] before verification.
    pub tests: usize,
    /// `class::method`, ascending.
    pub failing: Vec<String>,
    /// Elements in the format of the Java part, separated by spaces.
    pub methods: String,
}

impl Row {
    /// The packages of the failing tests, ascending.
    pub fn packages(&self) -> Vec<&str> {
        let mut packages: Vec<&str> = self.failing.iter().map(|test| package(class_of(test))).collect();
        packages.sort_unstable();
        packages.dedup();
        packages
    }

    fn parse(line: &str) -> Option<Self> {
        let cells: Vec<&str> = line.split('\t').collect();
        let [id, library, faulty, fixed, scope, tests, failing, methods] = cells[..] else { return None };
        let (group, artifact) = library.split_once(':')?;
        let failing: Vec<String> = failing.split(' ').map(str::to_owned).collect();
        let scope = match scope {
            "all" => Scope::All,
            "packages" => Scope::Packages,
            _ => return None,
        };
        let named = failing.iter().all(|test| test.contains("::")) && methods.contains("::");
        named.then_some(Self {
            id: id.to_owned(),
            group: group.to_owned(),
            artifact: artifact.to_owned(),
            faulty: faulty.to_owned(),
            fixed: fixed.to_owned(),
            scope,
            tests: tests.parse().ok()?,
            failing,
            methods: methods.to_owned(),
        })
    }

    fn write(&self) -> String {
        let scope = if self.scope == Scope::All { "all" } else { "packages" };
        let Self { id, group, artifact, faulty, fixed, tests, methods, .. } = self;
        let failing = self.failing.join(" ");
        format!("{id}\t{group}:{artifact}\t{faulty}\t{fixed}\t{scope}\t{tests}\t{failing}\t{methods}")
    }
}

/// The class of `class::method`.
pub fn class_of(test: &str) -> &str {
    test.split_once("::").map_or(test, |(class, _)| class)
}

/// The package of a class.
pub fn package(class: &str) -> &str {
    class.rsplit_once('.').map_or("", |(package, _)| package)
}

/// The project's list.
pub fn of_project() -> PathBuf {
    workspace::root().join("benchmarks/faults/faults.tsv")
}

/// Reads the rows of a list. Errors: it cannot be read, or a row does not match the header.
pub fn read(path: &Path) -> Result<Vec<Row>, BenchError> {
    let text = fs::read_to_string(path).map_err(BenchError::io(path))?;
    parse(&text).map_err(|detail| BenchError::Program { what: path.display().to_string(), detail })
}

fn parse(text: &str) -> Result<Vec<Row>, String> {
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) {
        return Err(format!("its first line is not `{}`", HEADER.replace('\t', " ")));
    }
    lines
        .map(|line| Row::parse(line).ok_or_else(|| format!("a row does not fit the header: {line}")))
        .collect()
}

/// Renders a list.
pub fn write(rows: &[Row]) -> String {
    rows.iter().fold(format!("{HEADER}\n"), |mut text, row| {
        let _ = writeln!(text, "{}", row.write());
        text
    })
}

/// Appends a row to a list, which is created if missing. Errors: it cannot be written.
pub fn append(path: &Path, row: &Row) -> Result<(), BenchError> {
    let mut text = if path.exists() {
        fs::read_to_string(path).map_err(BenchError::io(path))?
    } else {
        format!("{HEADER}\n")
    };
    let _ = writeln!(text, "{}", row.write());
    fs::write(path, text).map_err(BenchError::io(path))
}

/// Keeps the first `most` faults of each pair of releases: releases with many faults would outweigh all others.
pub fn capped(rows: Vec<Row>, most: usize) -> Vec<Row> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    let mut is_kept = |row: &Row| {
        let pair = format!("{} {}", row.artifact, row.faulty);
        let at = counts.iter().position(|(known, _)| *known == pair).unwrap_or_else(|| {
            counts.push((pair, 0));
            counts.len() - 1
        });
        counts[at].1 += 1;
        counts[at].1 <= most
    };
    rows.into_iter().filter(|row| is_kept(row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "id\tlibrary\tfaulty\tfixed\tscope\ttests\tfailing-tests\tfaulty-methods\n\
        x-1.0-1\torg.x:lib-x\t1.0\t1.1\tall\t20\torg.x.ATest::a org.x.y.BTest::b\torg.x.A::f(I)V -org.x.B::g()V\n\
        x-1.0-2\torg.x:lib-x\t1.0\t1.1\tpackages\t7\torg.x.ATest::c\torg.x.A::h()V\n\
        x-1.1-1\torg.x:lib-x\t1.1\t1.2\tall\t21\torg.x.ATest::d\torg.x.A::h()V\n";

    #[test]
    fn a_list_is_read_as_it_is_written() {
        let rows = parse(LIST).unwrap();
        assert_eq!(rows.len(), 3);
        assert_eq!(rows[0].packages(), ["org.x", "org.x.y"]);
        assert_eq!((rows[1].scope, rows[1].tests), (Scope::Packages, 7));
        assert_eq!(write(&rows), LIST);
    }

    #[test]
    fn a_row_that_does_not_fit_is_named() {
        let short = LIST.replace("\tall\t20", "\tall");
        assert!(parse(&short).unwrap_err().contains("x-1.0-1"));
        let unnamed = LIST.replace("org.x.ATest::c", "org.x.ATest.c");
        assert!(parse(&unnamed).unwrap_err().contains("x-1.0-2"));
        assert!(parse("id\tgroup\n").unwrap_err().contains("first line"));
    }

    #[test]
    fn no_pair_of_releases_has_more_than_its_share() {
        let ids = |rows: Vec<Row>| rows.into_iter().map(|row| row.id).collect::<Vec<_>>();
        assert_eq!(ids(capped(parse(LIST).unwrap(), 1)), ["x-1.0-1", "x-1.1-1"]);
        assert_eq!(capped(parse(LIST).unwrap(), 2).len(), 3);
    }

    #[test]
    fn the_projects_list_has_five_faults_of_a_pair_at_most_and_each_name_once() {
        let rows = read(&of_project()).unwrap();
        assert_eq!(capped(rows.clone(), 5), rows);
        let mut ids: Vec<&str> = rows.iter().map(|row| &*row.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), rows.len());
        for row in &rows {
            assert!(row.failing.is_sorted(), "{}", row.id);
            assert!(row.tests == UNCOUNTED || row.tests >= 20, "{}: {} tests", row.id, row.tests);
        }
    }
}
