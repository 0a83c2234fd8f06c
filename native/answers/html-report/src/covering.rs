//! The tests that ran each line, with each distinct set of tests stored once.

use std::collections::HashMap;

use faultline_spectrum::{Outcome, Spectrum, TestId};
use rayon::prelude::*;

use crate::lines::Lines;

/// Tests that ran the same lines, as a bit set over rows.
pub type Bits = Vec<u64>;

/// The sets of tests of some lines. Two lines have the same set number if and only if the same tests run
/// them.
#[derive(Debug, Default)]
pub struct Covering {
    /// The distinct sets.
    pub sets: Vec<Bits>,
    of: HashMap<usize, u32>,
}

impl Covering {
    /// Collects the sets of the given lines, indices into [`Lines::all`]. Cost: O(tests * lines).
    pub fn of(spectrum: &Spectrum, lines: &Lines, wanted: &[usize]) -> Self {
        let counted =
            |row: &usize| spectrum.tests[*row].outcome.is_counted() || spectrum.tests[*row].is_interrupted();
        let tests = spectrum.tests.len();
        // Process 64 tests at a time: one word of each line's set.
        let blocks: Vec<Vec<u64>> = (0..tests.div_ceil(64))
            .into_par_iter()
            .map(|block| {
                let mut of_lines = vec![0; wanted.len()];
                for row in (block * 64..tests.min((block + 1) * 64)).filter(counted) {
                    let covered = spectrum.coverage.row(row);
                    for (of, &line) in of_lines.iter_mut().zip(wanted) {
                        *of |= u64::from(lines.runs(&covered, line)) << (row % 64);
                    }
                }
                of_lines
            })
            .collect();
        let bits = (0..wanted.len()).map(|at| blocks.iter().map(|block| block[at]).collect::<Bits>());
        let mut covering = Self::default();
        let mut numbers: HashMap<Bits, u32> = HashMap::new();
        for (&line, bits) in wanted.iter().zip(bits) {
            let next = covering.sets.len() as u32;
            let number = *numbers.entry(bits).or_insert_with_key(|bits| {
                covering.sets.push(bits.clone());
                next
            });
            covering.of.insert(line, number);
        }
        covering
    }

    /// The number of a line's set; `None` if the line was not requested.
    pub fn set(&self, line: usize) -> Option<u32> {
        self.of.get(&line).copied()
    }

    /// The tests of a set, in row order: those that failed or did not finish, and those that passed.
    pub fn tests(&self, spectrum: &Spectrum, set: u32) -> (Vec<TestId>, Vec<TestId>) {
        let bits = &self.sets[set as usize];
        let rows =
            (0..spectrum.tests.len()).filter(|row| bits[row / 64] >> (row % 64) & 1 != 0).map(TestId::new);
        rows.partition(|test| spectrum.tests[test.index()].outcome != Outcome::Passed)
    }

    /// Number of the given tests in a set. Shape: `of` as the sets.
    pub fn count(&self, set: u32, of: &[u64]) -> usize {
        self.sets[set as usize].iter().zip(of).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }
}

/// Tests as a bit set over rows.
pub fn bits(tests: impl IntoIterator<Item = TestId>, rows: usize) -> Bits {
    let mut bits = vec![0; rows.div_ceil(64)];
    for test in tests {
        bits[test.index() / 64] |= 1 << (test.index() % 64);
    }
    bits
}

#[cfg(test)]
mod tests {
    use faultline_recording_store::files::Files;

    use super::*;
    use crate::fixture::spectrum;

    #[test]
    fn lines_share_a_set_exactly_where_the_same_tests_run_them() {
        let spectrum = spectrum(&[(true, vec![0, 1, 2]), (false, vec![0, 1]), (false, vec![2])]);
        let lines = Lines::of(&spectrum, &Files::of(&spectrum.classes));
        let covering = Covering::of(&spectrum, &lines, &[0, 1, 2, 3]);
        let set = |line| covering.set(line).expect("it was asked for");
        assert_eq!((set(0) == set(1), set(1) == set(2), covering.sets.len()), (true, false, 3));
        assert_eq!(covering.tests(&spectrum, set(0)), (vec![TestId(0)], vec![TestId(1)]));
        assert_eq!(covering.tests(&spectrum, set(3)), (vec![], vec![]));
        assert_eq!(covering.count(set(2), &bits([TestId(1), TestId(2)], 3)), 1);
        assert_eq!(covering.set(9), None);
    }
}
