//! A bit matrix in rows of words.

use crate::coverage::ones;

/// Rows of bits, packed least significant bit first, each row padded to whole words.
///
/// Shape: `[rows × columns]`; bits past `columns` in a row's last word are always 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BitMatrix {
    columns: usize,
    rows: usize,
    words: Vec<u64>,
}

impl BitMatrix {
    /// All zeros.
    pub fn new(rows: usize, columns: usize) -> Self {
        Self { columns, rows, words: vec![0; rows * columns.div_ceil(64)] }
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

    /// The words of one row.
    pub fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.stride()..][..self.stride()]
    }

    /// The words of one row, to set bits in; bits past `columns` must stay 0.
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        let stride = self.stride();
        &mut self.words[row * stride..][..stride]
    }

    /// All words, row after row.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Whether the bit is set. Panics: out of range.
    pub fn get(&self, row: usize, column: usize) -> bool {
        assert!(column < self.columns, "column {column} of {}", self.columns);
        self.row(row)[column / 64] >> (column % 64) & 1 != 0
    }

    /// Sets a bit. Panics: out of range.
    pub fn set(&mut self, row: usize, column: usize) {
        assert!(column < self.columns, "column {column} of {}", self.columns);
        let stride = self.stride();
        self.words[row * stride + column / 64] |= 1 << (column % 64);
    }

    /// The set columns of a row, ascending.
    pub fn ones(&self, row: usize) -> impl Iterator<Item = usize> {
        self.row(row).iter().enumerate().flat_map(|(w, &word)| ones(word).map(move |b| w * 64 + b as usize))
    }
}
