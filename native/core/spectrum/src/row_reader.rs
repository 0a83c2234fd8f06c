//! The rows of a matrix, one after the other.

use crate::BitMatrix;

/// Gives rows of a matrix as whole ones, without a new row for each: of a sparse matrix one buffer holds the row at hand.
/// Cost: of a row that is not the last one again O(words held of both), and no allocation but the buffer's.
#[derive(Clone, Debug)]
pub struct RowReader<'m> {
    matrix: &'m BitMatrix,
    /// A row of a sparse matrix; empty beside a whole one, whose rows need no place.
    buffer: Vec<u64>,
    /// The row that the buffer holds; before any, zeros.
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
