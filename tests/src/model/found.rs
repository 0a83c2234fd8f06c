//! The owners of cells in a recording.

use std::collections::{BTreeMap, BTreeSet};

use faultline_spectrum::{Coverage, Outcome, RecordedClass, Recording};

/// An owner of a hit, as recorded.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    /// A test, by its unique id.
    Row(String),
    /// The static initialiser of a class.
    Initialiser(String),
    /// A fixture: its unique id, and the code of its moment.
    Fixture(String, u8),
    /// A thread without owner, by name.
    Nobody(String),
}

impl Owner {
    /// The unique id of a test.
    pub(super) fn row(&self) -> Option<&String> {
        if let Self::Row(id) = self { Some(id) } else { None }
    }

    /// Whether it is a thread of that name without owner. If there are too many names, threads share one.
    pub(super) fn is_nobody(&self, thread: &str) -> bool {
        matches!(self, Self::Nobody(name) if name == thread || name == "(other threads)")
    }

    /// Whether it is a row marked as possibly too large.
    pub(super) fn is_marked(&self, found: &Found) -> bool {
        self.row().is_some_and(|id| found.marked.contains(id))
    }

    /// Whether it is a test that was open at the change.
    pub(super) fn is_of_change(&self) -> bool {
        self.row().is_some_and(|id| id.starts_with("change-"))
    }
}

/// A recording, indexed by cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) owners: BTreeMap<u32, BTreeSet<Owner>>,
    /// Rows by unique id.
    pub(super) tests: BTreeMap<String, Vec<Outcome>>,
    /// Rows that are marked as overlapped.
    pub(super) marked: BTreeSet<String>,
}

impl Found {
    pub(super) fn of(recording: &Recording, per_class: usize) -> Self {
        let mut found = Self::default();
        let classes: BTreeMap<u32, &RecordedClass> =
            recording.classes.iter().map(|class| (class.id, class)).collect();
        let mut add = |owner: &Owner, coverage: &Coverage| {
            for (class, slot) in coverage.slots() {
                let class = classes[&class];
                let Some(number) = class.name.strip_prefix("Cells") else { continue };
                let first = number.parse::<u32>().expect("cells are numbered") * per_class as u32;
                let line = class.slots[slot as usize].1;
                // Line 1 belongs to the class itself.
                found.owners.entry(first + line - 2).or_default().insert(owner.clone());
            }
        };
        for test in &recording.tests {
            add(&Owner::Row(test.unique_id.clone()), &test.coverage);
        }
        for (class, coverage) in &recording.initialisers {
            add(&Owner::Initialiser(classes[class].name.clone()), coverage);
        }
        for fixture in &recording.fixtures {
            add(&Owner::Fixture(fixture.unique_id.clone(), fixture.moment.code()), &fixture.coverage);
        }
        for background in &recording.background {
            add(&Owner::Nobody(background.thread.clone()), &background.coverage);
        }
        for test in &recording.tests {
            found.tests.entry(test.unique_id.clone()).or_default().push(test.outcome);
            if test.overlapped {
                found.marked.insert(test.unique_id.clone());
            }
        }
        found
    }
}
