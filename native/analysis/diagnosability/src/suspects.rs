//! Groups among the elements that failing tests cover.

use crate::Partition;
use crate::bits::all_ones;

/// The ambiguity groups of the suspicious elements, those that a failing test covers, under
/// the tests added so far; all elements, while nothing is suspicious.
///
/// A failing test that covers more makes more elements suspicious: then the groups are made
/// again from the rows, which are kept for that.
#[derive(Clone, Debug)]
pub(crate) struct Suspects {
    elements: usize,
    suspicious: Vec<u64>,
    rows: Vec<(Box<[u64]>, bool)>,
    failed: u32,
    pub(crate) groups: Partition,
}

impl Suspects {
    pub(crate) fn new(elements: usize) -> Self {
        Self {
            elements,
            suspicious: vec![0; elements.div_ceil(64)],
            rows: Vec::new(),
            failed: 0,
            groups: Partition::new(elements),
        }
    }

    /// Adds a test.
    pub(crate) fn add(&mut self, row: &[u64], failed: bool) {
        let row = &row[..self.suspicious.len()];
        self.rows.push((row.into(), failed));
        self.failed += u32::from(failed);
        let more = failed && row.iter().zip(&self.suspicious).any(|(row, known)| row & !known != 0);
        if !more {
            self.groups.add(row, failed);
            return;
        }
        for (known, row) in self.suspicious.iter_mut().zip(row) {
            *known |= row;
        }
        self.groups = Partition::within(&self.suspicious, self.elements);
        for (row, failed) in &self.rows {
            self.groups.add(row, *failed);
        }
    }

    /// F: failed tests.
    pub(crate) fn failed(&self) -> u32 {
        self.failed
    }

    /// All tests.
    pub(crate) fn tests(&self) -> usize {
        self.rows.len()
    }

    /// M.
    pub(crate) fn elements(&self) -> usize {
        self.elements
    }

    /// Whether anything is suspicious.
    pub(crate) fn any(&self) -> bool {
        self.suspicious.iter().any(|&word| word != 0)
    }

    /// Whether everything is.
    pub(crate) fn all(&self) -> bool {
        self.suspicious == all_ones(self.elements)
    }
}
