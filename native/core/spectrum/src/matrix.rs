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
/// Where most words of a large matrix are 0, it holds only the others, if it was made of rows ([`BitMatrix::of_rows`]); what it says is the same.
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
    /// Words that are not 0.
    Runs(Runs),
}

impl Default for Store {
    fn default() -> Self {
        Self::Whole(Vec::new())
    }
}

impl BitMatrix {
    /// All zeros.
    pub fn new(rows: usize, columns: usize) -> Self {
        Self { columns, rows, store: Store::Whole(vec![0; rows * columns.div_ceil(64)]) }
    }

    /// The matrix of rows that `fill` sets bits in, one after the other, each of zeros before; sparse where `filled`, the number of
    /// words of all rows that will not be 0, roughly, is a small share of all words.
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

    /// Whether only words that are not 0 are held, so that walking over [`BitMatrix::filled`] words costs less than over a row.
    pub fn is_sparse(&self) -> bool {
        matches!(self.store, Store::Runs(_))
    }

    /// How many words are held: all of a whole matrix.
    pub fn held(&self) -> usize {
        match &self.store {
            Store::Whole(words) => words.len(),
            Store::Runs(runs) => runs.held(),
        }
    }

    /// The words of one row. Cost: none; of a sparse matrix a new row.
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

    /// Reads many rows, of a sparse matrix without a new row for each.
    pub fn reader(&self) -> RowReader<'_> {
        RowReader::new(self)
    }

    /// How the words of two rows compare, word by word from the first on.
    /// Cost: up to the first word that differs; of a sparse matrix of those that are held.
    pub fn compare(&self, a: usize, b: usize) -> Ordering {
        if self.whole().is_some() {
            return self.row(a).cmp(&self.row(b));
        }
        // Of two rows that differ in where their next words lie, the one whose word comes first has it against a 0.
        let key = |(place, word): (usize, u64)| (Reverse(place), word);
        self.filled(a).map(key).cmp(self.filled(b).map(key))
    }

    /// The words of one row in pieces, each with the place of its first word, ascending: words that are not there are 0.
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

    /// The words of one row that are not 0, each with its place, ascending.
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

    /// Sets the bits of a row in another row. Shape: `into` has [`BitMatrix::stride`] words.
    pub fn add_row(&self, row: usize, into: &mut [u64]) {
        for (first, words) in self.pieces(row) {
            into[first..].iter_mut().zip(words).for_each(|(all, word)| *all |= word);
        }
    }

    /// All words, row after row; `None` of a sparse matrix.
    pub fn whole(&self) -> Option<&[u64]> {
        match &self.store {
            Store::Whole(words) => Some(words),
            Store::Runs(_) => None,
        }
    }

    /// All words, row after row, zeros as well.
    pub fn words(&self) -> impl Iterator<Item = u64> {
        (0..self.rows).flat_map(|row| {
            let row = self.row(row);
            (0..row.len()).map(move |at| row[at])
        })
    }

    /// Whether the bit is set. Panics: out of range. Cost: of a sparse matrix O(runs of the row).
    pub fn get(&self, row: usize, column: usize) -> bool {
        assert!(column < self.columns, "column {column} of {}", self.columns);
        let word = match &self.store {
            Store::Whole(words) => words[row * self.stride() + column / 64],
            Store::Runs(runs) => runs.word(row, column / 64),
        };
        word >> (column % 64) & 1 != 0
    }

    /// Sets a bit. Panics: out of range. Cost: a sparse matrix becomes a whole one first.
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
