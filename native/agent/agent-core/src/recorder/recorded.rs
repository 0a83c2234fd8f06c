//! The state kept about written records: numbers and names. Rows and line tables are only in the file, because a JVM's
//! memory use must not grow with its tests.

use std::collections::HashMap;

use faultline_spectrum::{Origin, Outcome};

/// The records of one JVM so far.
#[derive(Debug)]
pub struct Recorded {
    pub(super) origin: Origin,
    /// Names of classes by number.
    names: HashMap<u32, Box<str>>,
    /// Number of rows by outcome code.
    tests: [u32; 4],
    pub(super) refusals: usize,
    pub(super) fixtures: u32,
    /// Whether the launch has been written.
    pub(super) launched: bool,
    pub(super) sealed: bool,
}

impl Recorded {
    pub(super) fn new(origin: Origin) -> Self {
        Self {
            origin,
            names: HashMap::new(),
            tests: [0; 4],
            refusals: 0,
            fixtures: 0,
            launched: false,
            sealed: false,
        }
    }

    pub(super) fn class(&mut self, id: u32, name: &str) {
        self.names.insert(id, name.into());
    }

    pub(super) fn test(&mut self, outcome: Outcome) {
        self.tests[usize::from(outcome.code())] += 1;
    }

    pub(super) fn name(&self, class: u32) -> Option<&str> {
        self.names.get(&class).map(|name| &**name)
    }

    /// Number of rows, which is the next row's sequence number.
    pub fn tests(&self) -> u32 {
        self.tests.iter().sum()
    }

    /// Numbers of passed, failed, aborted and skipped rows, of classes, and of classes that were not instrumented.
    pub fn totals(&self) -> [i64; 6] {
        let [passed, failed, aborted, skipped] = self.tests.map(i64::from);
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        [passed, failed, aborted, skipped, count(self.names.len()), count(self.refusals)]
    }
}
