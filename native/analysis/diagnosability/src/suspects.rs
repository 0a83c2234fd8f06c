//! Ambiguity groups among the elements that failing tests cover.

use crate::Partition;
use crate::bits::all_ones;

/// The ambiguity groups of the suspicious elements (covered by a failing test) under the tests added so far; of all elements
/// while none is suspicious.
///
/// Keeps all rows, because the groups are rebuilt when another failing test makes more elements suspicious.
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

    /// F: number of failed tests.
    pub(crate) fn failed(&self) -> u32 {
        self.failed
    }

    /// Number of tests.
    pub(crate) fn tests(&self) -> usize {
        self.rows.len()
    }

    /// M: number of elements.
    pub(crate) fn elements(&self) -> usize {
        self.elements
    }

    /// Whether some element is suspicious.
    pub(crate) fn any(&self) -> bool {
        self.suspicious.iter().any(|&word| word != 0)
    }

    /// Whether all elements are suspicious.
    pub(crate) fn all(&self) -> bool {
        self.suspicious == all_ones(self.elements)
    }
}
