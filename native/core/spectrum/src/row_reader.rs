//! Reads the rows of a matrix one after the other.

use crate::BitMatrix;

/// Reads dense rows of a matrix without allocating each: for a sparse matrix, one buffer holds the current
/// row.
/// Cost: O(stored words of the previous and the new row) if the row changes; no allocation but the buffer.
#[derive(Clone, Debug)]
pub struct RowReader<'m> {
    matrix: &'m BitMatrix,
    /// The current row of a sparse matrix; empty for a dense matrix, which needs no buffer.
    buffer: Vec<u64>,
    /// The row in the buffer; `None` while the buffer is zeros.
    held: Option<usize>,
}

impl<'m> RowReader<'m> {
    pub(crate) fn new(matrix: &'m BitMatrix) -> Self {
        let words = if matrix.is_sparse() { matrix.stride() } else { 0 };
        Self { matrix, buffer: vec![0; words], held: None }
    }

    /// The words of a row, as [`BitMatrix::row`] gives them.
    pub fn row(&mut self, row: usize) -> &[u64] {
        if let Some(words) = self.matrix.whole() {
            let stride = self.matrix.stride();
            return &words[row * stride..][..stride];
        }
        if self.held != Some(row) {
            if let Some(last) = self.held.replace(row) {
                for (first, words) in self.matrix.pieces(last) {
                    self.buffer[first..][..words.len()].fill(0);
                }
            }
            for (first, words) in self.matrix.pieces(row) {
                self.buffer[first..][..words.len()].copy_from_slice(words);
            }
        }
        &self.buffer
    }
}
