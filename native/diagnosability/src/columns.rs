//! The coverage matrix column by column, equal columns once.

use std::ops::Range;
use std::sync::OnceLock;

use faultline_kernels::{count, transpose_within};
use faultline_spectrum::{BitMatrix, Outcome, Spectrum};

use crate::bits::{all_ones, ones};
use crate::{AnyMetric, DiagnosabilityError, SelectQuery, Selector, Universe};

/// The column of an element that is left out.
const NONE: u32 = u32::MAX;

/// The different columns of a coverage matrix, or of some of its elements: one bit per test,
/// and which elements have it.
#[derive(Clone, Debug)]
pub struct Columns {
    words: usize,
    /// The column of each element.
    of: Vec<u32>,
    /// The first element with each column.
    first: Vec<u32>,
    bits: Vec<u64>,
}

impl Columns {
    /// The columns of all elements.
    /// Cost: one transpose and one more pass; as much memory as the matrix until equal columns
    /// are dropped.
    pub fn of(matrix: &BitMatrix) -> Self {
        Self::within(matrix, &all_ones(matrix.columns()))
    }

    /// The columns of the elements whose bit is set in `scope`; the others have none.
    /// Shape: `scope` is a row of the matrix. Panics: it has another length.
    /// Cost: at most one pass over the matrix, and one over the columns.
    pub fn within(matrix: &BitMatrix, scope: &[u64]) -> Self {
        let (tests, elements) = (matrix.rows(), matrix.columns());
        let words = tests.div_ceil(64);
        let wanted = count(scope) as usize;
        let mut bits = vec![0; wanted * words];
        transpose_within(matrix.words(), tests, elements, scope, &mut bits);
        let (mut of, mut first) = (vec![NONE; elements], Vec::new());
        let mut known = Known::new(wanted);
        for (place, element) in ones(scope).enumerate() {
            let column = place * words..(place + 1) * words;
            let number = known.number(&bits, column.clone());
            if number == first.len() {
                first.push(element as u32);
                bits.copy_within(column, number * words);
            }
            of[element] = number as u32;
        }
        bits.truncate(first.len() * words);
        if first.len() < wanted / 2 {
            bits.shrink_to_fit();
        }
        Self { words, of, first, bits }
    }

    /// Number of different columns.
    pub fn len(&self) -> usize {
        self.first.len()
    }

    /// True when there is none.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// Words of a column.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// The column of an element, which is one of those that have one.
    pub(crate) fn of_element(&self, element: usize) -> u32 {
        self.of[element]
    }

    /// An element that has the column.
    pub(crate) fn element(&self, column: u32) -> usize {
        self.first[column as usize] as usize
    }

    /// The bits of a column: bit t is test t.
    pub(crate) fn bits(&self, column: u32) -> &[u64] {
        &self.bits[column as usize * self.words..][..self.words]
    }
}

/// The numbers of the different columns so far: a hash tells where to look, and columns are
/// equal only when all their bits are.
struct Known {
    /// Numbers by hash, open addressing; at most half of the places are taken.
    table: Vec<u32>,
    hashes: Vec<u64>,
}

impl Known {
    /// Room for so many.
    fn new(columns: usize) -> Self {
        let places = (2 * columns).next_power_of_two();
        Self { table: vec![NONE; places], hashes: Vec::with_capacity(columns) }
    }

    /// The number of the column at a place in `bits`, whose first words are the columns so far;
    /// the next number if it equals none of them.
    fn number(&mut self, bits: &[u64], column: Range<usize>) -> usize {
        let (words, column) = (column.len(), &bits[column]);
        let hash = hash(column);
        let mut place = hash as usize & (self.table.len() - 1);
        loop {
            let number = self.table[place] as usize;
            if number == NONE as usize {
                self.table[place] = self.hashes.len() as u32;
                self.hashes.push(hash);
                return self.hashes.len() - 1;
            }
            if self.hashes[number] == hash && bits[number * words..][..words] == *column {
                return number;
            }
            place = (place + 1) & (self.table.len() - 1);
        }
    }
}

/// Four words at a time: one multiplication need not wait for the one before.
fn hash(words: &[u64]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |hash: u64, word: u64| {
        let mixed = (hash.rotate_left(29) ^ word).wrapping_mul(ODD);
        mixed ^ mixed >> 32
    };
    let mut lanes = [1, 2, 3, 4];
    let (fours, rest) = words.as_chunks::<4>();
    for four in fours {
        for (lane, &word) in lanes.iter_mut().zip(four) {
            *lane = mix(*lane, word);
        }
    }
    rest.iter().chain(&lanes).fold(0, |hash, &word| mix(hash, word))
}

/// A spectrum prepared for many choices of tests: what does not depend on the metric or the
/// given tests is made once, when first needed.
#[derive(Debug)]
pub struct Prepared<'s> {
    spectrum: &'s Spectrum,
    universe: Universe,
    columns: OnceLock<Columns>,
    sizes: OnceLock<Box<[u64]>>,
    /// Of the elements that a failed test covers.
    suspicious: OnceLock<Columns>,
}

impl<'s> Prepared<'s> {
    /// Cost: O(elements); the columns are made when a metric first asks for them.
    pub fn new(spectrum: &'s Spectrum) -> Self {
        Self {
            spectrum,
            universe: Universe::of(spectrum),
            columns: OnceLock::new(),
            sizes: OnceLock::new(),
            suspicious: OnceLock::new(),
        }
    }

    /// The spectrum.
    pub fn spectrum(&self) -> &'s Spectrum {
        self.spectrum
    }

    /// Its elements.
    pub fn universe(&self) -> &Universe {
        &self.universe
    }

    /// Its columns. Cost: the first time, [`Columns::of`].
    pub fn columns(&self) -> &Columns {
        self.columns.get_or_init(|| Columns::of(&self.spectrum.coverage))
    }

    /// The number of elements that each test covers. Cost: the first time, a pass over the matrix.
    pub(crate) fn sizes(&self) -> &[u64] {
        let matrix = &self.spectrum.coverage;
        self.sizes.get_or_init(|| (0..matrix.rows()).map(|row| count(matrix.row(row))).collect())
    }

    /// The columns of the elements that a failed test covers: all that a metric that looks at
    /// suspicious elements can ask for, whichever failing tests it is told of.
    /// Cost: the first time, [`Columns::within`].
    pub fn suspicious_columns(&self) -> &Columns {
        self.suspicious.get_or_init(|| {
            let coverage = &self.spectrum.coverage;
            let mut scope = vec![0; coverage.stride()];
            for test in self.spectrum.tests_with(Outcome::Failed) {
                scope.iter_mut().zip(coverage.row(test.index())).for_each(|(all, row)| *all |= row);
            }
            Columns::within(coverage, &scope)
        })
    }

    /// A selector that reads columns where that is faster; it chooses the same tests as
    /// [`Selector::new`]. Errors: as there.
    pub fn selector<'p>(
        &'p self,
        metric: &AnyMetric,
        query: &SelectQuery,
    ) -> Result<Selector<'p>, DiagnosabilityError> {
        Selector::reading(self, metric, query)
    }
}
