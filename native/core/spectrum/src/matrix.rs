//! A bit matrix in rows of words.

use std::borrow::Cow;
use std::cmp::{Ordering, Reverse};
use std::convert::Infallible;
use std::ops::Range;

use crate::RowReader;
use crate::coverage::ones;
use crate::gathered::Gathered;
use crate::packed::{Filled, Packed};

/// Rows of bits, packed least significant bit first, each row padded to whole words.
///
/// Shape: `[rows × columns]`; bits past `columns` in a row's last word are always 0.
/// A large matrix built by [`BitMatrix::of_rows`] is packed: it stores for each block of a row what is smallest, gaps,
/// runs or bits. All operations give the same results as for a dense matrix.
#[derive(Clone, Debug, Default)]
pub struct BitMatrix {
    columns: usize,
    rows: usize,
    store: Store,
}

#[derive(Clone, Debug)]
enum Store {
    /// All words, row after row.
    Whole(Vec<u64>),
    /// Gaps, runs or bits of each block.
    Packed(Packed),
}

impl Default for Store {
    fn default() -> Self {
        Self::Whole(Vec::new())
    }
}

impl BitMatrix {
    /// A dense matrix of zeros.
    pub fn new(rows: usize, columns: usize) -> Self {
        Self { columns, rows, store: Store::Whole(vec![0; rows * columns.div_ceil(64)]) }
    }

    /// Builds a matrix row by row; `fill` sets the bits of each row, which starts as zeros. The matrix is
    /// packed if it is large and `filled`, the estimated number of non-zero words, is a small share of all words.
    pub fn of_rows(
        rows: usize,
        columns: usize,
        filled: usize,
        mut fill: impl FnMut(usize, &mut [u64]),
    ) -> Self {
        let mut gathered = Gathered::new(rows, columns, filled, None);
        for at in 0..rows {
            let Ok(()) = gathered.row(|row| {
                fill(at, row);
                Ok::<(), Infallible>(())
            });
        }
        gathered.matrix().unwrap_or_else(|error| unreachable!("rows in memory always have room: {error}"))
    }

    pub(crate) fn of_words(rows: usize, columns: usize, words: Vec<u64>) -> Self {
        debug_assert_eq!(words.len(), rows * columns.div_ceil(64));
        Self { columns, rows, store: Store::Whole(words) }
    }

    pub(crate) fn of_packed(columns: usize, packed: Packed) -> Self {
        Self { columns, rows: packed.rows(), store: Store::Packed(packed) }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns, in bits.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Words per row.
    pub fn stride(&self) -> usize {
        self.columns.div_ceil(64)
    }

    /// Whether rows are packed, so that iterating over [`BitMatrix::filled`] words costs less than over a row.
    pub fn is_packed(&self) -> bool {
        matches!(self.store, Store::Packed(_))
    }

    /// The size of packed rows that have no room in memory. Units: bytes.
    pub fn spilled(&self) -> usize {
        match &self.store {
            Store::Whole(_) => 0,
            Store::Packed(packed) => packed.spilled(),
        }
    }

    /// The memory for packed rows, if it is limited. Units: bytes.
    pub fn room(&self) -> Option<usize> {
        match &self.store {
            Store::Whole(_) => None,
            Store::Packed(packed) => packed.room(),
        }
    }

    /// The number of words that are not 0 in a packed matrix; for a dense matrix that of all words.
    pub fn held(&self) -> usize {
        match &self.store {
            Store::Whole(words) => words.len(),
            Store::Packed(packed) => packed.words(),
        }
    }

    /// The words of one row. Cost: none for a dense matrix; a packed one allocates a row.
    pub fn row(&self, row: usize) -> Cow<'_, [u64]> {
        match &self.store {
            Store::Whole(words) => {
                let stride = self.stride();
                Cow::Borrowed(&words[row * stride..][..stride])
            }
            Store::Packed(packed) => {
                let mut words = vec![0; self.stride()];
                packed.filled(row, 0, usize::MAX).for_each(|(place, word)| words[place] = word);
                Cow::Owned(words)
            }
        }
    }

    /// A reader for many rows, which reuses one buffer if the matrix is packed.
    pub fn reader(&self) -> RowReader<'_> {
        RowReader::new(self)
    }

    /// Compares two rows word by word from the first.
    /// Cost: up to the first differing word; a packed matrix visits only words that are not 0.
    pub fn compare(&self, a: usize, b: usize) -> Ordering {
        if self.whole().is_some() {
            return self.row(a).cmp(&self.row(b));
        }
        // If the next words of two rows are at different places, the earlier one is compared with a 0.
        let key = |(place, word): (usize, u64)| (Reverse(place), word);
        self.filled(a).map(key).cmp(self.filled(b).map(key))
    }

    /// The non-zero words of one row, each with its place, ascending.
    pub fn filled(&self, row: usize) -> impl Iterator<Item = (usize, u64)> {
        self.filled_within(row, 0..usize::MAX)
    }

    /// As [`BitMatrix::filled`], for words at the given places. Cost: O(words at these places); packed rows have few
    /// blocks in front of them to pass over.
    pub fn filled_within(&self, row: usize, places: Range<usize>) -> impl Iterator<Item = (usize, u64)> {
        match &self.store {
            Store::Whole(words) => {
                let stride = self.stride();
                let places = places.start.min(stride)..places.end.clamp(places.start.min(stride), stride);
                let first = places.start;
                let row = words[row * stride..][..stride][places].iter().enumerate();
                OfRow::Whole(row.map(move |(at, &word)| (first + at, word)).filter(|(_, word)| *word != 0))
            }
            Store::Packed(packed) => OfRow::Packed(Box::new(packed.filled(row, places.start, places.end))),
        }
    }

    /// Passes every set column of a row to `each`, ascending: faster than [`BitMatrix::ones`] for a packed matrix.
    pub fn each(&self, row: usize, each: impl FnMut(usize)) {
        match &self.store {
            Store::Whole(_) => self.ones(row).for_each(each),
            Store::Packed(packed) => packed.each(row, each),
        }
    }

    /// Number of set bits of a row.
    pub fn count(&self, row: usize) -> u64 {
        self.filled(row).map(|(_, word)| u64::from(word.count_ones())).sum()
    }

    /// ORs a row into another row. Shape: `into` has [`BitMatrix::stride`] words.
    pub fn add_row(&self, row: usize, into: &mut [u64]) {
        self.filled(row).for_each(|(place, word)| into[place] |= word);
    }

    /// All words, row after row; `None` for a packed matrix.
    pub fn whole(&self) -> Option<&[u64]> {
        match &self.store {
            Store::Whole(words) => Some(words),
            Store::Packed(_) => None,
        }
    }

    /// All words, row after row, including zeros.
    pub fn words(&self) -> impl Iterator<Item = u64> {
        (0..self.rows).flat_map(|row| {
            let row = self.row(row);
            (0..row.len()).map(move |at| row[at])
        })
    }

    /// Whether the bit is set. Panics: out of range. Cost: a packed matrix is asked for a block of the row behind all before
    /// it, and reads the whole row if it has no room in memory. For several bits of a row ask a [`BitMatrix::reader`] or for
    /// [`BitMatrix::filled_within`].
    pub fn get(&self, row: usize, column: usize) -> bool {
        assert!(column < self.columns, "column {column} of {}", self.columns);
        let word = match &self.store {
            Store::Whole(words) => words[row * self.stride() + column / 64],
            Store::Packed(packed) => packed.word(row, column / 64),
        };
        word >> (column % 64) & 1 != 0
    }

    /// Sets a bit. Panics: out of range. Cost: a packed matrix is made dense first.
    pub fn set(&mut self, row: usize, column: usize) {
        assert!(column < self.columns, "column {column} of {}", self.columns);
        let stride = self.stride();
        if self.is_packed() {
            self.store = Store::Whole(self.words().collect());
        }
        if let Store::Whole(words) = &mut self.store {
            words[row * stride + column / 64] |= 1 << (column % 64);
        }
    }

    /// The set columns of a row, ascending.
    pub fn ones(&self, row: usize) -> impl Iterator<Item = usize> {
        self.filled(row).flat_map(|(at, word)| ones(word).map(move |bit| at * 64 + bit as usize))
    }
}

/// Iterates over a row of either kind of matrix.
enum OfRow<'m, W> {
    Whole(W),
    /// In a box, since it has the words of a block.
    Packed(Box<Filled<'m>>),
}

impl<W: Iterator<Item = (usize, u64)>> Iterator for OfRow<'_, W> {
    type Item = (usize, u64);

    fn next(&mut self) -> Option<(usize, u64)> {
        match self {
            Self::Whole(words) => words.next(),
            Self::Packed(filled) => filled.next(),
        }
    }
}

impl PartialEq for BitMatrix {
    fn eq(&self, other: &Self) -> bool {
        (self.rows, self.columns) == (other.rows, other.columns)
            && (0..self.rows).all(|row| self.filled(row).eq(other.filled(row)))
    }
}

impl Eq for BitMatrix {}
