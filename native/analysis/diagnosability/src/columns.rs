//! The distinct columns of a coverage matrix.

use std::sync::OnceLock;

use faultline_bit_kernels::{count, transpose_within};
use faultline_spectrum::{BitMatrix, Outcome, Spectrum};

use crate::bits::{all_ones, ones, word_ones};
use crate::blocks::Blocks;
use crate::{AnyMetric, DiagnosabilityError, SelectQuery, Selector, Universe};

/// Marks an element without a column.
const NONE: u32 = u32::MAX;

/// The distinct columns of a coverage matrix or of some of its elements, one bit per test, with the column of each element.
#[derive(Clone, Debug)]
pub struct Columns {
    /// The column of each element.
    of: Vec<u32>,
    /// The first element with each column.
    first: Vec<u32>,
    bits: Blocks,
}

impl Columns {
    /// The columns of all elements. Cost: a transpose and another pass; as much memory as the matrix until duplicates are
    /// dropped.
    pub fn of(matrix: &BitMatrix) -> Self {
        Self::within(matrix, &all_ones(matrix.columns()))
    }

    /// The columns of the elements with a bit in `scope`; the others have none. Shape: `scope` is a row of the matrix.
    /// Panics: it has another length. Cost: at most one pass over the matrix and one over the columns. For a packed matrix
    /// O(set bits + columns) and a look at each row for each piece, with memory for the distinct columns and those of a [piece](size_of_piece).
    pub fn within(matrix: &BitMatrix, scope: &[u64]) -> Self {
        let mut columns = Different::new(matrix.columns(), count(scope) as usize);
        let bits = match matrix.whole() {
            Some(words) => columns.add_whole(words, matrix.rows(), scope),
            None => columns.add_packed(matrix, scope),
        };
        Self { of: columns.of, first: columns.first, bits }
    }

    /// Number of distinct columns.
    pub fn len(&self) -> usize {
        self.first.len()
    }

    /// Whether there are no columns.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// Length of a column in words.
    pub(crate) fn words(&self) -> usize {
        self.bits.words()
    }

    /// The column of an element, which must be in scope.
    pub(crate) fn of_element(&self, element: usize) -> u32 {
        self.of[element]
    }

    /// The first element with the column.
    pub(crate) fn element(&self, column: u32) -> usize {
        self.first[column as usize] as usize
    }

    /// The bits of a column: bit t is test t.
    pub(crate) fn bits(&self, column: u32) -> &[u64] {
        self.bits.column(column as usize)
    }
}

/// Least memory for the columns that are transposed at once for a packed matrix, 16 MiB. Units: words.
const PIECE: usize = 1 << 21;
/// These columns take at least one in this many parts of what rows may take in memory.
const SHARE: usize = 4;

/// Memory for the columns that are transposed at once. Each piece looks at all rows from their start, so pieces are as
/// large as memory allows. Units: words.
fn size_of_piece(matrix: &BitMatrix) -> usize {
    matrix.room().map_or(PIECE, |bytes| PIECE.max(bytes / size_of::<u64>() / SHARE))
}

/// The distinct columns found so far, without their bits.
struct Different {
    of: Vec<u32>,
    first: Vec<u32>,
    known: Known,
}

impl Different {
    fn new(elements: usize, wanted: usize) -> Self {
        Self { of: vec![NONE; elements], first: Vec::new(), known: Known::new(wanted) }
    }

    /// Adds the columns of a dense matrix in one transpose.
    fn add_whole(&mut self, matrix: &[u64], rows: usize, scope: &[u64]) -> Blocks {
        let words = rows.div_ceil(64);
        let mut bits = vec![0; count(scope) as usize * words];
        transpose_within(matrix, rows, self.of.len(), scope, &mut bits);
        for (place, element) in ones(scope).enumerate() {
            let column = place * words..(place + 1) * words;
            let before = |number: usize| &bits[number * words..][..words];
            let number = self.known.number(&bits[column.clone()], before);
            if self.is_first(element, number) {
                bits.copy_within(column, number * words);
            }
        }
        bits.truncate(self.first.len() * words);
        if bits.len() < bits.capacity() / 2 {
            bits.shrink_to_fit();
        }
        Blocks::whole(words, bits)
    }

    /// Adds the columns of a packed matrix piece by piece.
    fn add_packed(&mut self, matrix: &BitMatrix, scope: &[u64]) -> Blocks {
        let words = matrix.rows().div_ceil(64);
        let mut bits = Blocks::new(words);
        let mut piece = Vec::new();
        // Words of a row that have the columns of a piece.
        let places = (size_of_piece(matrix) / (64 * words.max(1))).max(1);
        for (start, scope) in (0..).step_by(places).zip(scope.chunks(places)) {
            piece.clear();
            piece.resize(count(scope) as usize * words, 0);
            // The number of columns before those of each word.
            let before: Vec<usize> = scope
                .iter()
                .scan(0, |sum, word| Some(std::mem::replace(sum, *sum + word.count_ones() as usize)))
                .collect();
            for row in 0..matrix.rows() {
                for (place, word) in matrix.filled_within(row, start..start + scope.len()) {
                    let mask = scope[place - start];
                    for bit in word_ones(word & mask) {
                        let column = before[place - start] + (mask & ((1 << bit) - 1)).count_ones() as usize;
                        piece[column * words + row / 64] |= 1 << (row % 64);
                    }
                }
            }
            for (column, element) in piece.chunks(words).zip(ones(scope)) {
                let number = self.known.number(column, |number| bits.column(number));
                if self.is_first(start * 64 + element, number) {
                    bits.push(number, column);
                }
            }
        }
        bits
    }

    /// Records the column of an element. Returns whether it is the first with it.
    fn is_first(&mut self, element: usize, number: usize) -> bool {
        self.of[element] = number as u32;
        let is_first = number == self.first.len();
        if is_first {
            self.first.push(element as u32);
        }
        is_first
    }
}

/// Numbers of the distinct columns. The hash only finds candidates: columns are equal only if all bits are.
struct Known {
    /// Numbers by hash, open addressing; at most half full.
    table: Vec<u32>,
    hashes: Vec<u64>,
}

impl Known {
    /// Reserves room for `columns` columns.
    fn new(columns: usize) -> Self {
        let places = (2 * columns).next_power_of_two();
        Self { table: vec![NONE; places], hashes: Vec::with_capacity(columns) }
    }

    /// The number of a column among the `before` ones, or the next number if it is new.
    fn number<'b>(&mut self, column: &[u64], before: impl Fn(usize) -> &'b [u64]) -> usize {
        let hash = hash(column);
        let mut place = hash as usize & (self.table.len() - 1);
        loop {
            let number = self.table[place] as usize;
            if number == NONE as usize {
                self.table[place] = self.hashes.len() as u32;
                self.hashes.push(hash);
                return self.hashes.len() - 1;
            }
            if self.hashes[number] == hash && before(number) == column {
                return number;
            }
            place = (place + 1) & (self.table.len() - 1);
        }
    }
}

/// Hashes in four independent lanes, so that multiplications overlap.
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

/// A spectrum prepared for many choices of tests: caches what depends neither on the metric nor on the given tests.
#[derive(Debug)]
pub struct Prepared<'s> {
    spectrum: &'s Spectrum,
    universe: Universe,
    columns: OnceLock<Columns>,
    sizes: OnceLock<Box<[u64]>>,
    /// The columns of elements covered by a failed test.
    suspicious: OnceLock<Columns>,
}

impl<'s> Prepared<'s> {
    /// Cost: O(elements); columns are built on first use.
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

    /// The spectrum's elements.
    pub fn universe(&self) -> &Universe {
        &self.universe
    }

    /// The columns of all elements. Cost: the first time, [`Columns::of`].
    pub fn columns(&self) -> &Columns {
        self.columns.get_or_init(|| Columns::of(&self.spectrum.coverage))
    }

    /// The number of elements that each test covers. Cost: the first time, a pass over the matrix.
    pub(crate) fn sizes(&self) -> &[u64] {
        let matrix = &self.spectrum.coverage;
        self.sizes.get_or_init(|| (0..matrix.rows()).map(|row| matrix.count(row)).collect())
    }

    /// The columns of elements covered by a failed test, which is all that metrics of suspicious elements need, whatever
    /// failing tests are given. Cost: the first time, [`Columns::within`].
    pub fn suspicious_columns(&self) -> &Columns {
        self.suspicious.get_or_init(|| {
            let coverage = &self.spectrum.coverage;
            let mut scope = vec![0; coverage.stride()];
            for test in self.spectrum.tests_with(Outcome::Failed) {
                coverage.add_row(test.index(), &mut scope);
            }
            Columns::within(coverage, &scope)
        })
    }

    /// A selector that reads columns where that is faster. Chooses the same tests as [`Selector::new`]. Errors: as there.
    pub fn selector<'p>(
        &'p self,
        metric: &AnyMetric,
        query: &SelectQuery,
    ) -> Result<Selector<'p>, DiagnosabilityError> {
        Selector::reading(self, metric, query)
    }
}
