//! The columns of a fault for rankings: equal columns of a method are merged.

use std::borrow::Cow;
use std::iter::Peekable;
use std::ops::Range;
use std::sync::OnceLock;

use faultline_spectrum::{BitMatrix, TestId};

use crate::Fault;

/* A ranking of methods never distinguishes elements of one method that the same tests cover; it only counts
them. So each such group is one column with a number of lines, which reduces the columns to about a tenth. The
columns of a method are adjacent, in the order of their bits. Columns are built for some methods at a time:
those of a whole large matrix would take many times the memory of its rows. */

/// Elements whose columns are built at a time; the rest of the last one's method is added.
const PIECE: usize = 1024;

/// Distinct (method, column) pairs of a fault's matrix.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    /// The method of each column.
    method_of: Vec<u32>,
    /// The number of elements of each column.
    lines: Vec<u32>,
    /// The columns that each test covers.
    rows: BitMatrix,
    /// For each test, the first test that covers the same columns.
    alike: OnceLock<Vec<u32>>,
}

impl Columns {
    /// Merges the columns of a fault. Cost: O(elements * tests / 64 + set bits) time; memory for the columns
    /// of [`PIECE`] elements besides the result.
    pub(crate) fn of(fault: &Fault) -> Self {
        let (matrix, methods) = by_method(&fault.spectrum.coverage, &fault.method_of);
        let mut numbered = Numbered::of(&matrix);
        let mut start = 0;
        while start < methods.len() {
            let last = methods[(start + PIECE).min(methods.len()) - 1];
            let end = methods.partition_point(|&method| method <= last);
            numbered.add(start..end, &methods);
            start = end;
        }
        let Numbered { number_of, method_of, lines, .. } = numbered;
        let rows = BitMatrix::of_rows(matrix.rows(), lines.len(), matrix.held(), |row, words| {
            for number in matrix.ones(row).map(|element| number_of[element] as usize) {
                words[number / 64] |= 1 << (number % 64);
            }
        });
        Self { method_of, lines, rows, alike: OnceLock::new() }
    }

    /// Number of columns.
    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    /// The number of elements of each column.
    pub(crate) fn lines(&self) -> &[u32] {
        &self.lines
    }

    /// The method of each column, ascending.
    pub(crate) fn method_of(&self) -> &[u32] {
        &self.method_of
    }

    /// The columns that a test covers, ascending.
    pub(crate) fn row(&self, test: TestId) -> impl Iterator<Item = usize> {
        self.rows.ones(test.index())
    }

    /// The first test that covers the same columns as the given test.
    /// Cost: O(tests log tests) comparisons of rows on the first call.
    pub(crate) fn alike(&self, test: TestId) -> TestId {
        let first = || {
            let mut tests: Vec<u32> = (0..self.rows.rows() as u32).collect();
            let compare = |a: u32, b: u32| self.rows.compare(a as usize, b as usize);
            tests.sort_unstable_by(|&a, &b| compare(a, b).then(a.cmp(&b)));
            let mut first = vec![0; tests.len()];
            for alike in tests.chunk_by(|&a, &b| compare(a, b).is_eq()) {
                for &test in alike {
                    first[test as usize] = alike[0];
                }
            }
            first
        };
        TestId::new(self.alike.get_or_init(first)[test.index()] as usize)
    }
}

/// The matrix with the elements of each method adjacent, and the method of each element.
fn by_method<'m>(matrix: &'m BitMatrix, method_of: &'m [u32]) -> (Cow<'m, BitMatrix>, Cow<'m, [u32]>) {
    if method_of.is_sorted() {
        return (Cow::Borrowed(matrix), Cow::Borrowed(method_of));
    }
    let mut order: Vec<usize> = (0..method_of.len()).collect();
    order.sort_by_key(|&element| method_of[element]);
    let mut place_of = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, &element)| place_of[element] = place);
    let sorted = BitMatrix::of_rows(matrix.rows(), matrix.columns(), matrix.held(), |row, words| {
        for place in matrix.ones(row).map(|element| place_of[element]) {
            words[place / 64] |= 1 << (place % 64);
        }
    });
    (Cow::Owned(sorted), order.iter().map(|&element| method_of[element]).collect())
}

/// Columns with their numbers, under construction.
struct Numbered<R: Iterator> {
    /// Words per column.
    height: usize,
    /// The remaining words of each row.
    rest: Vec<Peekable<R>>,
    /// Columns of the current elements, each of `height` words.
    bits: Vec<u64>,
    /// The number of each element's column.
    number_of: Vec<u32>,
    method_of: Vec<u32>,
    lines: Vec<u32>,
}

impl<'m> Numbered<Box<dyn Iterator<Item = (usize, u64)> + 'm>> {
    fn of(matrix: &'m BitMatrix) -> Self {
        let rest = |row| (Box::new(matrix.filled(row)) as Box<dyn Iterator<Item = _> + 'm>).peekable();
        Self {
            height: matrix.rows().div_ceil(64),
            rest: (0..matrix.rows()).map(rest).collect(),
            bits: Vec::new(),
            number_of: Vec::with_capacity(matrix.columns()),
            method_of: Vec::new(),
            lines: Vec::new(),
        }
    }
}

impl<R: Iterator<Item = (usize, u64)>> Numbered<R> {
    /// Adds the next elements, which are complete methods. Shape: `methods` are those of all elements.
    fn add(&mut self, elements: Range<usize>, methods: &[u32]) {
        self.turn(&elements);
        let height = self.height;
        let first = elements.start;
        let mut start = first;
        for method in methods[elements].chunk_by(|a, b| a == b) {
            let column = |element: usize| &self.bits[(element - first) * height..][..height];
            let mut of: Vec<usize> = (start..start + method.len()).collect();
            of.sort_unstable_by(|&a, &b| column(a).cmp(column(b)));
            self.number_of.resize(start + method.len(), 0);
            for equal in of.chunk_by(|&a, &b| column(a) == column(b)) {
                let number = self.lines.len() as u32;
                for &element in equal {
                    self.number_of[element] = number;
                }
                self.method_of.push(method[0]);
                self.lines.push(equal.len() as u32);
            }
            start += method.len();
        }
    }

    /// Builds the columns of the next elements.
    fn turn(&mut self, elements: &Range<usize>) {
        self.bits.clear();
        self.bits.resize(elements.len() * self.height, 0);
        for (row, rest) in self.rest.iter_mut().enumerate() {
            while let Some(&(place, word)) = rest.peek().filter(|(place, _)| place * 64 < elements.end) {
                let mut left = word;
                while left != 0 {
                    let element = place * 64 + left.trailing_zeros() as usize;
                    left &= left - 1;
                    if elements.contains(&element) {
                        self.bits[(element - elements.start) * self.height + row / 64] |= 1 << (row % 64);
                    }
                }
                // The following elements belong to the next piece.
                if (place + 1) * 64 > elements.end {
                    break;
                }
                rest.next();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use faultline_spectrum::{Outcome, Spectrum, Test};
    use proptest::prelude::*;

    use super::*;

    /// A pseudo-random fault, determined by the arguments; with a sparse matrix if `wide`.
    fn fault(tests: usize, elements: usize, methods: &[u32], seed: u64, wide: bool) -> Fault {
        let mut state = seed | 1;
        let mut random = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let bits: Vec<Vec<usize>> = (0..tests)
            .map(|_| (0..40).map(|_| (random() % elements as u64) as usize / 3 * 3).collect())
            .collect();
        let filled = if wide { 1 } else { usize::MAX };
        let coverage = BitMatrix::of_rows(tests, elements, filled, |row, words| {
            bits[row].iter().for_each(|bit| words[bit / 64] |= 1 << (bit % 64));
        });
        assert_eq!(coverage.is_packed(), wide);
        let test = |at: usize| Test {
            unique_id: format!("t{at}"),
            class: String::new(),
            method: String::new(),
            display: String::new(),
            outcome: Outcome::Passed,
            duration_ns: 0,
            overlapped: false,
            failure: None,
        };
        let method_of: Vec<u32> = (0..elements).map(|at| methods[at % methods.len()]).collect();
        let spectrum = Spectrum { tests: (0..tests).map(test).collect(), coverage, ..Spectrum::default() };
        let count = method_of.iter().max().map_or(0, |&most| most as usize + 1);
        Fault { methods: count, method_of, ..Fault::new("P".into(), "P-1".into(), spectrum, &[]) }
    }

    /// The columns of all elements at once, grouped by a hash.
    fn naive(fault: &Fault) -> (Vec<(u32, u32)>, Vec<Vec<usize>>) {
        let matrix = &fault.spectrum.coverage;
        let mut columns = vec![vec![0_u64; matrix.rows().div_ceil(64)]; matrix.columns()];
        for row in 0..matrix.rows() {
            matrix.ones(row).for_each(|column| columns[column][row / 64] |= 1 << (row % 64));
        }
        let mut groups: HashMap<(u32, &[u64]), u32> = HashMap::new();
        for (column, &method) in columns.iter().zip(&fault.method_of) {
            *groups.entry((method, column)).or_default() += 1;
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_unstable();
        let covers = |row: usize| {
            let is_set = |bits: &[u64]| bits[row / 64] >> (row % 64) & 1 != 0;
            (0..groups.len()).filter(|&at| is_set(groups[at].0.1)).collect()
        };
        let rows = (0..matrix.rows()).map(covers).collect();
        (groups.iter().map(|((method, _), lines)| (*method, *lines)).collect(), rows)
    }

    fn check(fault: &Fault) {
        let (columns, (known, rows)) = (Columns::of(fault), naive(fault));
        let found: Vec<(u32, u32)> =
            columns.method_of().iter().copied().zip(columns.lines().iter().copied()).collect();
        assert_eq!(found, known);
        for (row, known) in rows.iter().enumerate() {
            assert_eq!(&columns.row(TestId::new(row)).collect::<Vec<_>>(), known, "{row}");
            let first = rows.iter().position(|other| other == known).unwrap();
            assert_eq!(columns.alike(TestId::new(row)).index(), first);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn columns_made_piece_by_piece_are_those_of_all_at_once(
            tests in 1_usize..140,
            elements in 1_usize..3000,
            mut methods in prop::collection::vec(0_u32..400, 1..2000),
            sorted: bool,
            seed: u64,
        ) {
            if sorted {
                methods = (0..elements as u32).map(|at| at / (1 + methods[0])).collect();
            }
            check(&fault(tests, elements, &methods, seed, false));
        }
    }

    #[test]
    fn those_of_a_sparse_matrix_are_the_same() {
        let sorted: Vec<u32> = (0..70_000).map(|at| at / 11).collect();
        check(&fault(2100, 70_000, &sorted, 5, true));
        let mixed: Vec<u32> = (0..70_000).map(|at| at * 7 % 3000).collect();
        check(&fault(2100, 70_000, &mixed, 6, true));
    }
}
