//! The matrices of parts of a spectrum: packages, classes.

use std::ops::Range;

use faultline_spectrum::{BitMatrix, TestId};

/* A part's matrix has the part's columns and the tests with a one in them, so that the cost of measuring it depends only on
the part's size. A pass over the whole matrix for each of thousands of classes would cost too much, and all words sorted by
column several times the memory of packed rows. So parts are taken in groups whose words fit in memory, one pass each, and
a part that does not fit is made row by row. */

/// Most words of a group of parts, 16 bytes each: 32 MiB.
const GROUP: usize = 1 << 21;

/// Marks a test without a row.
const NONE: u32 = u32::MAX;

/// Makes the matrices of parts.
pub(crate) struct Matrices<'m> {
    matrix: &'m BitMatrix,
    tests: &'m [TestId],
    /// Number of nonzero words of all tests before each place in a row, plus the end.
    before: Vec<usize>,
    /// Most words of a group.
    most: usize,
}

impl<'m> Matrices<'m> {
    /// Cost: O(nonzero words + words of a row).
    pub(crate) fn of(matrix: &'m BitMatrix, tests: &'m [TestId]) -> Self {
        let mut before = vec![0; matrix.stride() + 1];
        for test in tests {
            matrix.filled(test.index()).for_each(|(place, _)| before[place + 1] += 1);
        }
        for place in 1..before.len() {
            before[place] += before[place - 1];
        }
        Self { matrix, tests, before, most: GROUP }
    }

    /// Passes the matrix of each part to `each`, in order. Shape: columns of a part ascend.
    /// Cost: a look at each row for each group of parts.
    pub(crate) fn each(&self, parts: &[&[u32]], mut each: impl FnMut(BitMatrix)) {
        let mut place_of = vec![0; self.matrix.columns()];
        let mut rest = parts;
        while !rest.is_empty() {
            let (places, count) = self.group(rest);
            if self.words(&places) > self.most {
                each(self.row_by_row(rest[0], &mut place_of));
                rest = &rest[1..];
            } else {
                let words = Words::of(self, places);
                rest[..count].iter().for_each(|columns| each(words.part(columns, &mut place_of)));
                rest = &rest[count..];
            }
        }
    }

    /// The words of as many of the next parts as fit in memory, at least of one.
    fn group(&self, parts: &[&[u32]]) -> (Range<usize>, usize) {
        let mut group = 0..0;
        for (count, columns) in parts.iter().enumerate() {
            let Some((first, last)) = columns.first().zip(columns.last()) else { continue };
            let own = *first as usize / 64..*last as usize / 64 + 1;
            let wider =
                if group.is_empty() { own } else { group.start.min(own.start)..group.end.max(own.end) };
            if count > 0 && self.words(&wider) > self.most {
                return (group, count);
            }
            group = wider;
        }
        (group, parts.len())
    }

    /// Number of nonzero words at these places.
    fn words(&self, places: &Range<usize>) -> usize {
        self.before[places.end] - self.before[places.start]
    }

    /// Extracts columns as [`Words::part`] does, row by row.
    fn row_by_row(&self, columns: &[u32], place_of: &mut [u32]) -> BitMatrix {
        let mut masks = vec![0_u64; self.matrix.stride()];
        for (place, &column) in (0..).zip(columns) {
            place_of[column as usize] = place;
            masks[column as usize / 64] |= 1 << (column % 64);
        }
        let wanted = |test: TestId| {
            let words = self.matrix.filled(test.index()).map(|(place, word)| (place, word & masks[place]));
            words.filter(|(_, word)| *word != 0)
        };
        let tests: Vec<TestId> =
            self.tests.iter().copied().filter(|&test| wanted(test).next().is_some()).collect();
        let filled = tests.iter().map(|&test| wanted(test).count()).sum();
        BitMatrix::of_rows(tests.len(), columns.len(), filled, |at, row| {
            for (place, mut bits) in wanted(tests[at]) {
                while bits != 0 {
                    let column = place_of[place * 64 + bits.trailing_zeros() as usize] as usize;
                    row[column / 64] |= 1 << (column % 64);
                    bits &= bits - 1;
                }
            }
        })
    }
}

/// The nonzero words of a matrix at some places, by place.
struct Words {
    /// The first place.
    first: usize,
    /// Start of the words of each place, plus the end.
    starts: Vec<usize>,
    /// Pairs of test index and word.
    of_tests: Vec<(u32, u64)>,
    tests: usize,
}

impl Words {
    /// Collects the words. Cost: O(nonzero words at these places + tests).
    fn of(all: &Matrices<'_>, places: Range<usize>) -> Self {
        let first = places.start;
        let base = all.before[first];
        let starts: Vec<usize> = all.before[first..=places.end].iter().map(|before| before - base).collect();
        let mut next = starts.clone();
        let mut of_tests = vec![(0, 0); starts[places.len()]];
        for (at, test) in (0..).zip(all.tests) {
            for (place, word) in all.matrix.filled_within(test.index(), places.clone()) {
                let next = &mut next[place - first];
                of_tests[*next] = (at, word);
                *next += 1;
            }
        }
        Self { first, starts, of_tests, tests: all.tests.len() }
    }

    /// Extracts the given columns, for the tests with a one in them, as a separate matrix.
    /// Shape: columns ascend; `place_of` is a scratch buffer with an entry per column of the whole matrix.
    fn part(&self, columns: &[u32], place_of: &mut [u32]) -> BitMatrix {
        let mut masks: Vec<(usize, u64)> = Vec::new();
        for (place, &column) in (0..).zip(columns) {
            place_of[column as usize] = place;
            let (word, bit) = (column as usize / 64, 1 << (column % 64));
            match masks.last_mut() {
                Some((last, bits)) if *last == word => *bits |= bit,
                _ => masks.push((word, bit)),
            }
        }
        let at = |place: usize| {
            let place = place - self.first;
            &self.of_tests[self.starts[place]..self.starts[place + 1]]
        };
        let touching =
            || masks.iter().flat_map(|&(place, mask)| at(place).iter().filter(move |of| of.1 & mask != 0));
        let mut rows = vec![NONE; self.tests];
        touching().for_each(|(test, _)| rows[*test as usize] = 0);
        let mut count = 0;
        for row in rows.iter_mut().filter(|row| **row != NONE) {
            (*row, count) = (count, count + 1);
        }
        let mut part = BitMatrix::new(count as usize, columns.len());
        for &(place, mask) in &masks {
            for &(test, word) in at(place) {
                let mut bits = word & mask;
                while bits != 0 {
                    let column = place_of[place * 64 + bits.trailing_zeros() as usize];
                    part.set(rows[test as usize] as usize, column as usize);
                    bits &= bits - 1;
                }
            }
        }
        part
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_the_same_in_groups_of_any_size_and_row_by_row() {
        let (rows, columns) = (70, 1_000);
        let mut matrix = BitMatrix::new(rows, columns);
        for row in 0..rows {
            (0..columns)
                .step_by(row % 7 + 3)
                .for_each(|column| matrix.set(row, (column * (row + 1)) % columns));
        }
        let tests: Vec<TestId> = (0..rows).filter(|row| row % 5 != 1).map(TestId::new).collect();
        let parts: Vec<Vec<u32>> = vec![
            (0..130).collect(),
            vec![3, 900],
            Vec::new(),
            (130..400).step_by(3).collect(),
            vec![401],
            (0..1_000).collect(),
            (500..999).collect(),
        ];
        let parts: Vec<&[u32]> = parts.iter().map(Vec::as_slice).collect();
        let made = |most| {
            let mut made = Vec::new();
            Matrices { most, ..Matrices::of(&matrix, &tests) }.each(&parts, |part| made.push(part));
            made
        };
        let known = made(usize::MAX);
        assert_eq!(known.len(), parts.len());
        let runs = |test: &&TestId| (0..130).any(|column| matrix.get(test.index(), column));
        let first: Vec<&TestId> = tests.iter().filter(runs).collect();
        assert_eq!(known[0].rows(), first.len());
        for (row, test) in first.iter().enumerate() {
            let ones = matrix.ones(test.index()).take_while(|&column| column < 130);
            assert!(known[0].ones(row).eq(ones));
        }
        for most in [0, 1, 100, 500] {
            assert_eq!(made(most), known, "{most}");
        }
    }
}
