//! A bit matrix in rows of words.

use std::borrow::Cow;
use std::cmp::{Ordering, Reverse};
use std::convert::Infallible;

use crate::RowReader;
use crate::coverage::ones;
use crate::gathered::Gathered;
use crate::runs::Runs;

/// Rows of bits, packed least significant bit first, each row padded to whole words.
///
/// Shape: `[rows × columns]`; bits past `columns` in a row's last word are always 0.
/// A large matrix built by [`BitMatrix::of_rows`] is sparse if most of its words are 0: it stores only the
/// non-zero words. All operations give the same results as for a dense matrix.
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
    /// Only the non-zero words.
    Runs(Runs),
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
    /// sparse if `filled`, the estimated number of non-zero words, is a small share of all words.
    pub fn of_rows(
        rows: usize,
        columns: usize,
        filled: usize,
        mut fill: impl FnMut(usize, &mut [u64]),
    ) -> Self {
        let mut gathered = Gathered::new(rows, columns, filled);
        for at in 0..rows {
            let Ok(()) = gathered.row(|row| {
                fill(at, row);
                Ok::<(), Infallible>(())
            });
        }
        gathered.matrix()
    }

    pub(crate) fn of_words(rows: usize, columns: usize, words: Vec<u64>) -> Self {
        debug_assert_eq!(words.len(), rows * columns.div_ceil(64));
        Self { columns, rows, store: Store::Whole(words) }
    }

    pub(crate) fn of_runs(columns: usize, runs: Runs) -> Self {
        Self { columns, rows: runs.rows(), store: Store::Runs(runs) }
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

    /// Whether only non-zero words are stored, so that iterating over [`BitMatrix::filled`] words costs less
    /// than over a row.
    pub fn is_sparse(&self) -> bool {
        matches!(self.store, Store::Runs(_))
    }

    /// The number of stored words; for a dense matrix all.
    pub fn held(&self) -> usize {
        match &self.store {
            Store::Whole(words) => words.len(),
            Store::Runs(runs) => runs.held(),
        }
    }

    /// The words of one row. Cost: none for a dense matrix; a sparse one allocates a row.
    pub fn row(&self, row: usize) -> Cow<'_, [u64]> {
        match &self.store {
            Store::Whole(words) => {
                let stride = self.stride();
                Cow::Borrowed(&words[row * stride..][..stride])
            }
            Store::Runs(runs) => {
                let mut words = vec![0; self.stride()];
                runs.of_row(row)
                    .for_each(|(first, run)| words[first..first + run.len()].copy_from_slice(run));
                Cow::Owned(words)
            }
        }
    }

    /// A reader for many rows, which reuses one buffer if the matrix is sparse.
    pub fn reader(&self) -> RowReader<'_> {
        RowReader::new(self)
    }

    /// Compares two rows word by word from the first.
    /// Cost: up to the first differing word; a sparse matrix visits only stored words.
    pub fn compare(&self, a: usize, b: usize) -> Ordering {
        if self.whole().is_some() {
            return self.row(a).cmp(&self.row(b));
        }
        // If the next words of two rows are at different places, the earlier one is compared with a 0.
        let key = |(place, word): (usize, u64)| (Reverse(place), word);
        self.filled(a).map(key).cmp(self.filled(b).map(key))
    }

    /// The words of one row in pieces, each with the place of its first word, ascending; words between pieces
    /// are 0.
    pub fn pieces(&self, row: usize) -> impl Iterator<Item = (usize, &[u64])> {
        let (whole, runs) = match &self.store {
            Store::Whole(words) => {
                let stride = self.stride();
                (Some((0, &words[row * stride..][..stride])), None)
            }
            Store::Runs(runs) => (None, Some(runs.of_row(row))),
        };
        whole.into_iter().chain(runs.into_iter().flatten())
    }

    /// The non-zero words of one row, each with its place, ascending.
    pub fn filled(&self, row: usize) -> impl Iterator<Item = (usize, u64)> {
        self.pieces(row).flat_map(|(first, words)| {
            words
                .iter()
                .enumerate()
                .filter(|(_, word)| **word != 0)
                .map(move |(at, &word)| (first + at, word))
        })
    }

    /// Number of set bits of a row.
    pub fn count(&self, row: usize) -> u64 {
        self.pieces(row).flat_map(|(_, words)| words).map(|word| u64::from(word.count_ones())).sum()
    }

    /// ORs a row into another row. Shape: `into` has [`BitMatrix::stride`] words.
    pub fn add_row(&self, row: usize, into: &mut [u64]) {
        for (first, words) in self.pieces(row) {
            into[first..].iter_mut().zip(words).for_each(|(all, word)| *all |= word);
        }
    }

    /// All words, row after row; `None` for a sparse matrix.
    pub fn whole(&self) -> Option<&[u64]> {
        match &self.store {
            Store::Whole(words) => Some(words),
            Store::Runs(_) => None,
        }
    }

    /// All words, row after row, including zeros.
    pub fn words(&self) -> impl Iterator<Item = u64> {
        (0..self.rows).flat_map(|row| {
            let row = self.row(row);
            (0..row.len()).map(move |at| row[at])
        })
    }

    /// Whether the bit is set. Panics: out of range. Cost: O(runs of the row) for a sparse matrix.
    pub fn get(&self, row: usize, column: usize) -> bool {
        assert!(column < self.columns, "column {column} of {}", self.columns);
        let word = match &self.store {
            Store::Whole(words) => words[row * self.stride() + column / 64],
            Store::Runs(runs) => runs.word(row, column / 64),
        };
        word >> (column % 64) & 1 != 0
    }

    /// Sets a bit. Panics: out of range. Cost: a sparse matrix is made dense first.
    pub fn set(&mut self, row: usize, column: usize) {
        assert!(column < self.columns, "column {column} of {}", self.columns);
        let stride = self.stride();
        if self.is_sparse() {
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

impl PartialEq for BitMatrix {
    fn eq(&self, other: &Self) -> bool {
        (self.rows, self.columns) == (other.rows, other.columns)
            && (0..self.rows).all(|row| self.filled(row).eq(other.filled(row)))
    }
}

impl Eq for BitMatrix {}
