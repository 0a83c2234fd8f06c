//! The expectations of the interpreter, compared with a recording.

use std::collections::{BTreeMap, BTreeSet};

use faultline_spectrum::Outcome;

use super::Mode;
use super::found::{Found, Owner};

/// The expected owner of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// Only this owner.
    Of(Owner),
    /// No owner: recorded under the name of any thread.
    Nobodys,
    /// No owner, or all of these tests, in marked rows.
    Strangers(BTreeSet<String>),
    /// A fixture after its tests, or no owner.
    Aftermath(String),
    /// No owner, recorded under a name or not at all.
    Unrecorded(String),
    /// Not recorded.
    Dropped,
}

/// The expectations for a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Expected {
    tests: BTreeMap<String, Outcome>,
    pub(super) cells: BTreeMap<u32, (Whose, String)>,
}

impl Expected {
    /// Parses the interpreter's output. Panics: it is malformed.
    pub(super) fn read(text: &str) -> Self {
        let mut expected = Self::default();
        for line in text.lines() {
            match line.split('\t').collect::<Vec<_>>()[..] {
                ["test", id, outcome] => {
                    let outcome = if outcome == "failed" { Outcome::Failed } else { Outcome::Passed };
                    expected.tests.insert(id.to_owned(), outcome);
                }
                ["cell", cell, owner, place] => {
                    let cell = cell.parse().expect("a cell is a number");
                    let before = expected.cells.insert(cell, (Whose::read(owner), place.to_owned()));
                    assert!(before.is_none(), "cell {cell} is hit twice");
                }
                _ => panic!("a line of the interpreter: {line}"),
            }
        }
        expected
    }

    /// Returns the differences: the seed of the program, and a sentence.
    pub(super) fn differences(&self, found: &Found, mode: Mode) -> Vec<(Option<u64>, String)> {
        let mut differences = Vec::new();
        let of_change = |owners: &BTreeSet<Owner>| owners.iter().any(|owner| owner.is_marked(found));
        for (cell, (whose, place)) in &self.cells {
            let owners = found.owners.get(cell).cloned().unwrap_or_default();
            if !whose.allows(&owners, found, mode) {
                let seed = place.strip_prefix("seed ").and_then(|rest| rest.split(' ').next()?.parse().ok());
                let marked = if of_change(&owners) { " (marked)" } else { "" };
                differences.push((seed, format!("{place}: {whose:?} expected, found {owners:?}{marked}")));
            }
        }
        for (id, outcome) in &self.tests {
            if found.tests.get(id) != Some(&vec![*outcome]) {
                let seed = seed_of(id);
                differences.push((
                    seed,
                    format!("{id}: one row, {outcome:?}, expected, found {:?}", found.tests.get(id)),
                ));
            }
        }
        for id in found.tests.keys().filter(|id| !self.tests.contains_key(*id)) {
            differences.push((seed_of(id), format!("{id}: a row of no test")));
        }
        differences
    }
}

/// Parses the seed in a test's id, such as `s17c0`.
fn seed_of(id: &str) -> Option<u64> {
    let name = id.rsplit_once("container:").map_or(id, |(_, name)| name);
    name.strip_prefix('s')?.split('c').next()?.parse().ok()
}

impl Whose {
    fn read(owner: &str) -> Self {
        let (kind, rest) = owner.split_once(' ').unwrap_or((owner, ""));
        match (kind, rest) {
            ("row", id) => Self::Of(Owner::Row(id.to_owned())),
            ("initialiser", class) => Self::Of(Owner::Initialiser(class.to_owned())),
            ("fixture", rest) => {
                let (id, moment) = rest.rsplit_once(' ').expect("a fixture has a moment");
                Self::Of(Owner::Fixture(id.to_owned(), moment.parse().expect("a moment is a number")))
            }
            ("aftermath", id) => Self::Aftermath(id.to_owned()),
            ("unrecorded", thread) => Self::Unrecorded(thread.to_owned()),
            ("nobody", "*") => Self::Nobodys,
            ("nobody", thread) => Self::Of(Owner::Nobody(thread.to_owned())),
            ("stranger", open) => Self::Strangers(open.split(' ').map(str::to_owned).collect()),
            ("dropped", "") => Self::Dropped,
            _ => panic!("an owner: {owner}"),
        }
    }

    fn allows(&self, owners: &BTreeSet<Owner>, found: &Found, mode: Mode) -> bool {
        let only_nobodys =
            || owners.len() == 1 && owners.iter().all(|owner| matches!(owner, Owner::Nobody(_)));
        match self {
            // The mailbox's thread then existed before the change, which happened before the first test.
            Self::Of(Owner::Nobody(name)) if name == "mailbox" && mode == Mode::EngineFirst => {
                only_nobodys() || owners.iter().all(|owner| owner.is_marked(found))
            }
            Self::Of(Owner::Nobody(name)) => {
                owners.len() == 1 && owners.iter().all(|owner| owner.is_nobody(name))
            }
            Self::Aftermath(id) => {
                only_nobodys() || (owners.len() == 1 && owners.contains(&Owner::Fixture(id.clone(), 1)))
            }
            Self::Unrecorded(name) => owners.iter().all(|owner| owner.is_nobody(name)),
            Self::Of(owner) => owners.len() == 1 && owners.contains(owner) && !self.is_marked(found),
            Self::Nobodys => only_nobodys(),
            Self::Strangers(open) => {
                let rows: BTreeSet<String> = owners.iter().filter_map(Owner::row).cloned().collect();
                only_nobodys() || (rows == *open && owners.iter().all(|owner| owner.is_marked(found)))
            }
            Self::Dropped => owners.is_empty(),
        }
    }

    /// Whether a row is wrongly marked. Rows of programs are exact, except for those open at the change.
    fn is_marked(&self, found: &Found) -> bool {
        matches!(self, Self::Of(owner) if owner.is_marked(found) && !owner.is_of_change())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(owners: &[(u32, Owner)], marked: &[&str]) -> Found {
        let mut found = Found::default();
        for (cell, owner) in owners {
            found.owners.entry(*cell).or_default().insert(owner.clone());
        }
        found.marked = marked.iter().map(|&id| id.to_owned()).collect();
        found
    }

    fn row(id: &str) -> Owner {
        Owner::Row(id.to_owned())
    }

    fn differs(text: &str, found: &Found) -> bool {
        !Expected::read(text).differences(found, Mode::Notifier).is_empty()
    }

    #[test]
    fn a_cell_is_of_its_owner_alone() {
        let line = "cell\t7\trow a\tseed 3 t0";
        assert!(!differs(line, &found(&[(7, row("a"))], &[])));
        assert!(differs(line, &found(&[], &[])), "lost");
        assert!(differs(line, &found(&[(7, row("b"))], &[])), "a stranger's");
        assert!(differs(line, &found(&[(7, row("a")), (7, row("b"))], &[])), "of both");
        assert!(differs(line, &found(&[(7, row("a"))], &["a"])), "marked without need");
    }

    #[test]
    fn a_stranger_is_nobodys_or_every_open_tests_and_marked() {
        let line = "cell\t7\tstranger a b\tthe change";
        assert!(!differs(line, &found(&[(7, Owner::Nobody("x".to_owned()))], &[])));
        assert!(!differs(line, &found(&[(7, row("a")), (7, row("b"))], &["a", "b"])));
        assert!(differs(line, &found(&[(7, row("a")), (7, row("b"))], &["a"])), "one is not marked");
        assert!(differs(line, &found(&[(7, row("a"))], &["a"])), "one test's alone");
        assert!(differs(line, &found(&[], &[])), "lost");
    }

    #[test]
    fn what_is_dropped_or_nobodys_is_in_no_row() {
        let nobody = Owner::Nobody("x".to_owned());
        assert!(!differs("cell\t7\tdropped\tp", &found(&[], &[])));
        assert!(differs("cell\t7\tdropped\tp", &found(&[(7, row("a"))], &[])));
        assert!(!differs("cell\t7\tnobody *\tp", &found(&[(7, nobody.clone())], &[])));
        assert!(differs("cell\t7\tnobody y\tp", &found(&[(7, nobody)], &[])), "another name");
    }

    #[test]
    fn every_test_is_one_row_with_its_outcome() {
        let text = "test\ts12c0-t1(model.Programs)\tfailed";
        let mut rows = found(&[], &[]);
        let difference = Expected::read(text).differences(&rows, Mode::Engine);
        assert_eq!(difference[0].0, Some(12), "{difference:?}");
        rows.tests.insert("s12c0-t1(model.Programs)".to_owned(), vec![Outcome::Failed]);
        assert!(!differs(text, &rows));
        rows.tests.insert("x".to_owned(), vec![Outcome::Passed]);
        assert!(differs(text, &rows), "a row too many");
    }
}
