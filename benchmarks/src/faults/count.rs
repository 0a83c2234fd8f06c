//! Fills the number of tests into rows without it, from the Maven runs of recording.

use std::path::Path;

use super::list::{Row, UNCOUNTED};
use super::surefire::{self, Tested};
use super::verify::on_faulty;

/// The results for rows without a number of tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Number of rows filled.
    pub filled: usize,
    /// Number of rows without runs in this folder.
    pub unknown: usize,
    /// Rows that ran differently than expected, a sentence each.
    pub wrong: Vec<String>,
}

/// Fills the rows from runs below a folder of faults.
pub fn count(rows: &mut [Row], work: &Path) -> Counted {
    fill(rows, |row| surefire::kept(&work.join("builds").join(&row.id)))
}

fn fill(rows: &mut [Row], ran: impl Fn(&Row) -> Option<Tested>) -> Counted {
    let mut counted = Counted::default();
    for row in rows.iter_mut().filter(|row| row.tests == UNCOUNTED) {
        let Some(tested) = ran(row) else {
            counted.unknown += 1;
            continue;
        };
        match on_faulty(row, &tested).join("; ") {
            wrong if wrong.is_empty() => {
                row.tests = tested.tests.len();
                counted.filled += 1;
            }
            wrong => counted.wrong.push(format!("{}: {wrong}", row.id)),
        }
    }
    counted
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::list::Scope;
    use super::*;

    fn row(id: &str, tests: usize) -> Row {
        Row {
            id: id.into(),
            group: "x".into(),
            artifact: "x".into(),
            faulty: "1".into(),
            fixed: "2".into(),
            scope: Scope::All,
            tests,
            failing: vec!["a.T::f".into()],
            methods: "a.A::f()V".into(),
        }
    }

    #[test]
    fn rows_that_ran_as_promised_say_how_many_tests_they_have_and_no_other_is_touched() {
        let tested = |failed: bool| {
            let tests = BTreeMap::from([("a.T::f".to_owned(), !failed), ("a.T::g".to_owned(), true)]);
            Tested { code: Some(1), tests, seconds: 0.0 }
        };
        let ran = |row: &Row| match row.id.as_str() {
            "x-1-3" => None,
            id => Some(tested(id != "x-1-4")),
        };
        let mut rows =
            vec![row("x-1-1", UNCOUNTED), row("x-1-2", 70), row("x-1-3", UNCOUNTED), row("x-1-4", UNCOUNTED)];
        let counted = fill(&mut rows, ran);
        assert_eq!(rows.iter().map(|row| row.tests).collect::<Vec<_>>(), [2, 70, UNCOUNTED, UNCOUNTED]);
        let wrong = vec!["x-1-4: a.T::f does not fail".to_owned()];
        assert_eq!(counted, Counted { filled: 1, unknown: 1, wrong });
    }
}
