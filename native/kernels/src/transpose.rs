//! Transpose of bit matrices in blocks of 64 x 64.

use crate::level::dispatched;

/// Transposes a block in place: bit `j` of word `i` becomes bit `i` of word `j`.
///
/// Source: Warren, Hacker's Delight, 7-3: swap the off-diagonal halves of ever smaller
/// squares.
#[inline(always)]
pub fn transpose64(block: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    while width != 0 {
        // Rows whose index has the bit `width` clear pair with the rows `width` below them.
        for square in block.chunks_exact_mut(2 * width) {
            let (upper, lower) = square.split_at_mut(width);
            for (a, b) in upper.iter_mut().zip(lower) {
                let swap = (*a >> width ^ *b) & mask;
                *a ^= swap << width;
                *b ^= swap;
            }
        }
        width /= 2;
        mask ^= mask << width;
    }
}

dispatched! {
    /// Transposes a bit matrix: bit (row, column) of `words` becomes bit (column, row) of `out`.
    ///
    /// Shape: `words` is `[rows × columns]`, each row padded to whole words with zeros; `out`
    /// is `[columns × rows]` in the same layout and is overwritten.
    /// Panics: a slice is not of exactly that size. Cost: O(rows * columns / 64), no allocation.
    pub fn transpose / transpose_at(words: &[u64], rows: usize, columns: usize, out: &mut [u64])
        = transpose_body;
}

/// Bands of 64 rows that are transposed side by side: what they write of a column is one cache
/// line, and what they read of their rows stays in the cache until all words of a line are read.
const BANDS: usize = 8;

#[inline(always)]
fn transpose_body(words: &[u64], rows: usize, columns: usize, out: &mut [u64]) {
    let (stride, out_stride) = (columns.div_ceil(64), rows.div_ceil(64));
    assert_eq!(words.len(), rows * stride, "words of the matrix");
    assert_eq!(out.len(), columns * out_stride, "words of the transposed matrix");
    let mut blocks = [[0; 64]; BANDS];
    for first in (0..out_stride).step_by(BANDS) {
        let bands = (out_stride - first).min(BANDS);
        for w in 0..stride {
            for (band, block) in blocks[..bands].iter_mut().enumerate() {
                let top = (first + band) * 64;
                let height = (rows - top).min(64);
                for (i, word) in block[..height].iter_mut().enumerate() {
                    *word = words[(top + i) * stride + w];
                }
                block[height..].fill(0);
                transpose64(block);
            }
            let width = (columns - w * 64).min(64);
            for j in 0..width {
                let column = &mut out[(w * 64 + j) * out_stride + first..][..bands];
                for (word, block) in column.iter_mut().zip(&blocks) {
                    *word = block[j];
                }
            }
        }
    }
}
