//! Measures a whole suite.

use std::collections::HashMap;

use faultline_spectrum::{BitMatrix, TestId};

use crate::Partition;
use crate::bits::all_ones;
use crate::metrics::DduFactors;

/// Measures of some tests over some elements.
#[derive(Clone, Debug)]
pub struct SuiteMeasures {
    /// N: number of tests, including those that cover nothing.
    pub tests: usize,
    /// M: number of elements, including uncovered ones.
    pub elements: usize,
    /// Number of ones in the matrix.
    pub ones: u64,
    /// Number of tests that cover none of the elements.
    pub idle_tests: usize,
    /// Number of elements that no test covers.
    pub uncovered: usize,
    /// Density, diversity and uniqueness.
    pub factors: DduFactors,
    /// The ambiguity groups; their number is `TfD`.
    pub groups: Partition,
}

impl SuiteMeasures {
    /// Measures all elements of a matrix. Cost: as [`SuiteMeasures::within`].
    pub fn of(matrix: &BitMatrix, tests: &[TestId]) -> Self {
        Self::within(matrix, tests, &all_ones(matrix.columns()))
    }

    /// Measures the elements with a bit in `scope`, a row over all elements, such as a package or class. Tests that cover
    /// none of them count too unless left out of `tests`.
    /// Panics: `scope` has another length, or the matrix lacks a row.
    /// Cost: O(tests * words in scope + ones in scope).
    pub fn within(matrix: &BitMatrix, tests: &[TestId], scope: &[u64]) -> Self {
        let mut groups = Partition::within(scope, matrix.columns());
        let elements = groups.elements();
        let mut rows = Rows::new(matrix, scope);
        let mut reader = matrix.reader();
        for &test in tests {
            rows.add(test);
            groups.add(reader.row(test.index()), false);
        }
        let uncovered =
            groups.groups().iter().find(|group| group.ep == 0).map_or(0, |group| group.size as usize);
        Self {
            tests: tests.len(),
            elements,
            ones: rows.ones,
            idle_tests: rows.idle,
            uncovered,
            factors: DduFactors::new(
                tests.len(),
                elements,
                rows.ones,
                groups.groups().len(),
                rows.equal_pairs(),
            ),
            groups,
        }
    }

    /// `|0.5 - rho|`, smaller is better.
    pub fn entbug(&self) -> f64 {
        (0.5 - self.factors.rho).abs()
    }

    /// [`SuiteMeasures::entbug`] as in published code: rho divides by one test less, as if the last test were the candidate
    /// (by one for a single test).
    pub fn entbug_published(&self) -> f64 {
        let cells = self.tests.saturating_sub(1).max(1) as f64 * self.elements as f64;
        (0.5 - if cells > 0.0 { self.ones as f64 / cells } else { 0.0 }).abs()
    }

    /// Number of ambiguity groups, larger is better.
    pub fn tfd(&self) -> usize {
        self.groups.groups().len()
    }

    /// The groups of at least two elements, each ascending, largest first; equal sizes by first element. Cost: O(elements of
    /// the matrix).
    pub fn ambiguous(&self) -> Vec<Vec<u32>> {
        let mut groups = self.groups.members();
        groups.retain(|group| group.len() > 1);
        groups.sort_by_key(|group| (std::cmp::Reverse(group.len()), group[0]));
        groups
    }
}

/// Counts equal rows, compared by all words in scope.
struct Rows<'s> {
    matrix: &'s BitMatrix,
    scope: &'s [u64],
    /// Different rows by hash, each as the first test with it and the number of tests. The hash only finds candidates.
    different: HashMap<u64, Vec<(TestId, u64)>>,
    ones: u64,
    idle: usize,
}

impl<'s> Rows<'s> {
    fn new(matrix: &'s BitMatrix, scope: &'s [u64]) -> Self {
        Self { matrix, scope, different: HashMap::new(), ones: 0, idle: 0 }
    }

    /// The words of a row in scope that are not 0.
    fn filled(&self, test: TestId) -> impl Iterator<Item = (usize, u64)> + use<'s> {
        let scope = self.scope;
        let words = self.matrix.filled(test.index()).map(|(place, word)| (place, word & scope[place]));
        words.filter(|(_, word)| *word != 0)
    }

    fn add(&mut self, test: TestId) {
        let (mut ones, mut hash) = (0, 0_u64);
        for (place, word) in self.filled(test) {
            ones += u64::from(word.count_ones());
            hash = mixed(mixed(hash, place as u64), word);
        }
        self.ones += ones;
        self.idle += usize::from(ones == 0);
        let is_equal = |of: &(TestId, u64)| self.filled(of.0).eq(self.filled(test));
        let known = self.different.get(&hash).and_then(|alike| alike.iter().position(is_equal));
        let alike = self.different.entry(hash).or_default();
        match known {
            Some(at) => alike[at].1 += 1,
            None => alike.push((test, 1)),
        }
    }

    fn equal_pairs(&self) -> u64 {
        self.different.values().flatten().map(|(_, tests)| tests * (tests - 1)).sum()
    }
}

/// A hash with a word added.
fn mixed(hash: u64, word: u64) -> u64 {
    let mixed = (hash.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 32
}
