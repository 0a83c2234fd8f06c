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
    /// Panics: a slice is not of exactly that size. Cost: O(rows * columns / 64), one pass.
    pub fn transpose / transpose_at(words: &[u64], rows: usize, columns: usize, out: &mut [u64])
        = transpose_body;
}

dispatched! {
    /// Transposes some columns of a bit matrix: the columns whose bits are set in `scope`, in
    /// order, become the rows of `out`.
    ///
    /// Shape: `words` is `[rows × columns]`, each row padded to whole words with zeros; `scope`
    /// is such a row, and `out` is `[ones of scope × rows]` in the same layout and is overwritten.
    /// Panics: a slice is not of exactly that size. Cost: O(rows * words with a bit in scope).
    pub fn transpose_within / transpose_within_at(
        words: &[u64],
        rows: usize,
        columns: usize,
        scope: &[u64],
        out: &mut [u64],
    ) = transpose_within_body;
}

/// Number of 64-row bands transposed before writing, so that the output per column is one cache line.
const BANDS: usize = 8;
/// Number of words of a row transposed in parallel: every step is the same for all of them, and adjacent ones are one cache line.
const LANES: usize = 8;
/// Number of rows of a block: 64 and one more, so that equal places in several blocks do not share a cache set.
const ROWS: usize = 65;

type Block = [[u64; LANES]; ROWS];

/// A word of every row with requested columns.
#[derive(Clone, Copy)]
struct Wanted {
    word: usize,
    columns: u64,
    /// The output column of the first of them.
    to: usize,
}

#[inline(always)]
fn transpose_body(words: &[u64], rows: usize, columns: usize, out: &mut [u64]) {
    let bits = |w: usize| u64::MAX >> (64 - (columns - w * 64).min(64));
    transpose_wanted(words, rows, columns, (0..columns.div_ceil(64)).map(bits), out);
}

#[inline(always)]
fn transpose_within_body(words: &[u64], rows: usize, columns: usize, scope: &[u64], out: &mut [u64]) {
    assert_eq!(scope.len(), columns.div_ceil(64), "words of the scope");
    transpose_wanted(words, rows, columns, scope.iter().copied(), out);
}

#[inline(always)]
fn transpose_wanted(
    words: &[u64],
    rows: usize,
    columns: usize,
    scope: impl Iterator<Item = u64>,
    out: &mut [u64],
) {
    let (stride, out_stride) = (columns.div_ceil(64), rows.div_ceil(64));
    assert_eq!(words.len(), rows * stride, "words of the matrix");
    let (mut wanted, mut to) = (Vec::with_capacity(stride), 0);
    for (word, columns) in scope.enumerate().filter(|(_, columns)| *columns != 0) {
        wanted.push(Wanted { word, columns, to });
        to += columns.count_ones() as usize;
    }
    assert_eq!(out.len(), to * out_stride, "words of the transposed matrix");
    let mut blocks: Vec<Block> = vec![[[0; LANES]; ROWS]; BANDS];
    for first in (0..out_stride).step_by(BANDS) {
        let bands = (out_stride - first).min(BANDS);
        for wanted in wanted.chunks(LANES) {
            for (band, block) in blocks[..bands].iter_mut().enumerate() {
                let top = (first + band) * 64;
                let bottom = rows.min(top + 64);
                load(&words[top * stride..bottom * stride], stride, wanted, block);
            }
            for (lane, wanted) in wanted.iter().enumerate() {
                let (mut left, mut column) = (wanted.columns, wanted.to);
                while left != 0 {
                    let row = left.trailing_zeros() as usize;
                    left &= left - 1;
                    let line = &mut out[column * out_stride + first..][..bands];
                    for (word, block) in line.iter_mut().zip(&blocks) {
                        *word = block[row][lane];
                    }
                    column += 1;
                }
            }
        }
    }
}

/// Loads and transposes the requested words of up to 64 rows.
#[inline(always)]
fn load(rows: &[u64], stride: usize, wanted: &[Wanted], block: &mut Block) {
    let mut any = [0; LANES];
    let start = wanted[0].word;
    let neighbours = wanted.len() == LANES && wanted[LANES - 1].word == start + LANES - 1;
    let mut height = 0;
    for (line, row) in block.iter_mut().zip(rows.chunks_exact(stride)) {
        *line = if neighbours {
            row[start..start + LANES].try_into().expect("as many words as lanes")
        } else {
            let mut line = [0; LANES];
            for (word, wanted) in line.iter_mut().zip(wanted) {
                *word = row[wanted.word];
            }
            line
        };
        any.iter_mut().zip(&*line).for_each(|(any, word)| *any |= word);
        height += 1;
    }
    block[height..].fill([0; LANES]);
    // Tests cover few classes, so many blocks are empty.
    if any != [0; LANES] {
        transpose_lanes(block);
    }
}

/// [`transpose64`] in all lanes.
#[inline(always)]
fn transpose_lanes(block: &mut Block) {
    let mut width = 32;
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    while width != 0 {
        // Visits rows whose index has the bit `width` clear. In this form the only loop that the compiler can vectorise is the one
        // over lanes.
        let mut row = 0;
        while row < 64 {
            let (mut a, mut b) = (block[row], block[row + width]);
            for (a, b) in a.iter_mut().zip(&mut b) {
                let swap = (*a >> width ^ *b) & mask;
                *a ^= swap << width;
                *b ^= swap;
            }
            (block[row], block[row + width]) = (a, b);
            row = (row + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}
