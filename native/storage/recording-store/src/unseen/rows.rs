//! The rows of the merged spectrum in which classes ran.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use faultline_spectrum::{Coverage, Recording};

/// The start, nonce and process id of a JVM.
pub type Jvm = (u64, u64, u32);

/// The rows of all executions, which are in the order of (JVM, sequence).
pub struct Rows(BTreeMap<(Jvm, u32), usize>);

impl Rows {
    /// Numbers the rows of recordings.
    pub fn of(recordings: &[Recording]) -> Self {
        let mut executions = BTreeSet::new();
        for recording in recordings {
            executions.extend(recording.tests.iter().map(|test| (recording.origin.jvm(), test.sequence)));
        }
        Self(executions.into_iter().zip(0..).collect())
    }

    /// The rows of all tests of a recording's JVM, which are neighbours; empty if there are none.
    pub fn of_jvm(&self, recording: &Recording) -> Range<usize> {
        let jvm = recording.origin.jvm();
        let mut rows = self.0.range((jvm, 0)..=(jvm, u32::MAX)).map(|(_, &row)| row);
        let Some(first) = rows.next() else { return 0..0 };
        first..rows.next_back().unwrap_or(first) + 1
    }

    /// The rows of the tests with an id.
    pub fn with_id(&self, recordings: &[Recording], id: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        for recording in recordings {
            let tests = recording.tests.iter().filter(|test| test.unique_id == id);
            let rows = tests.filter_map(|test| self.0.get(&(recording.origin.jvm(), test.sequence)));
            found.extend(rows.map(|&row| row..row + 1));
        }
        found
    }

    /// For each wanted class that a test or a fixture of the recording ran, the rows of these tests.
    pub fn that_ran(
        &self,
        recording: &Recording,
        is_wanted: impl Fn(u32) -> bool,
    ) -> HashMap<u32, Vec<Range<usize>>> {
        let jvm = recording.origin.jvm();
        let mut ran = HashMap::<u32, Vec<Range<usize>>>::new();
        let mut buffer = Vec::new();
        let mut add = |sequence: u32, coverage: &Coverage| {
            let Some(&row) = self.0.get(&(jvm, sequence)) else { return };
            for (class, _) in coverage.classes_in(&mut buffer).filter(|&(class, _)| is_wanted(class)) {
                ran.entry(class).or_default().push(row..row + 1);
            }
        };
        for test in &recording.tests {
            add(test.sequence, &test.coverage);
        }
        let fixtures: HashMap<u32, &Coverage> =
            recording.fixtures.iter().map(|fixture| (fixture.id, &fixture.coverage)).collect();
        for charge in &recording.charges {
            for coverage in charge.fixtures.iter().filter_map(|fixture| fixtures.get(fixture)) {
                add(charge.test, coverage);
            }
        }
        ran
    }
}
