//! Reads the rows of a matrix one after the other.

use crate::BitMatrix;

/// Reads dense rows of a matrix without allocating each: for a packed matrix, one buffer holds the current
/// row.
/// Cost: O(stored words of the previous and the new row) if the row changes; no allocation but the buffer.
#[derive(Clone, Debug)]
pub struct RowReader<'m> {
    matrix: &'m BitMatrix,
    /// The current row of a packed matrix; empty for a dense matrix, which needs no buffer.
    buffer: Vec<u64>,
    /// The row in the buffer; `None` while the buffer is zeros.
    held: Option<usize>,
    /// The places of its words that are not 0.
    places: Vec<u32>,
}

impl<'m> RowReader<'m> {
    pub(crate) fn new(matrix: &'m BitMatrix) -> Self {
        let words = if matrix.is_packed() { matrix.stride() } else { 0 };
        Self { matrix, buffer: vec![0; words], held: None, places: Vec::new() }
    }

    /// The words of a row, as [`BitMatrix::row`] gives them.
    pub fn row(&mut self, row: usize) -> &[u64] {
        if let Some(words) = self.matrix.whole() {
            let stride = self.matrix.stride();
            return &words[row * stride..][..stride];
        }
        if self.held != Some(row) {
            self.held = Some(row);
            self.places.drain(..).for_each(|place| self.buffer[place as usize] = 0);
            for (place, word) in self.matrix.filled(row) {
                self.buffer[place] = word;
                self.places.push(place as u32);
            }
        }
        &self.buffer
    }
}
