//! Counting the set bits of every column over chosen rows.

use crate::level::dispatched;
use crate::transpose::transpose64;

/* Vertical counters. The counts of 64 columns are kept as bit planes: bit b of plane k is
bit k of the count of column b. A carry-save adder takes three words of one weight to one
word of the same weight and one of twice the weight, for all 64 columns at once, so sixteen
rows are folded into the planes of weight 1, 2, 4 and 8 with fifteen adders, and only one
word per sixteen rows ripples through the planes above [1]. A row-word costs about one
adder: less than reading it from memory. Nothing is transposed but the planes, once, at
the end, when column b's count is to be read off.

Work goes strip by strip of columns, so that a strip's planes stay in the cache while the
rows stream by.

[1] Harley's and Seal's method as in Mula, Kurz, Lemire, Faster population counts using
    AVX2 instructions, 2018; there it counts one long row, here each column. */

/// Words that are worked on together: one cache line, one 512-bit register.
const LANES: usize = 8;
/// Words of a strip of columns.
const STRIP: usize = 512;
/// Rows folded at once.
const FOLD: usize = 16;
/// Weights 1, 2, 4, 8 (the fold) and up to 2^31 above them.
const PLANES: usize = 32;

type Lane = [u64; LANES];

dispatched! {
    /// Adds to `counts[c]` the number of rows whose bit `c` is set.
    ///
    /// Shape: one count per column; every row has at least `counts.len()` bits, packed least
    /// significant bit first; what a row has beyond them is ignored.
    /// Panics: a row is shorter. Cost: O(rows * columns / 64), one allocation of 128 KiB.
    pub fn column_counts / column_counts_at(rows: &[&[u64]], counts: &mut [u32]) = column_counts_body;
}

#[inline(always)]
fn column_counts_body(rows: &[&[u64]], counts: &mut [u32]) {
    let mut planes = vec![[[0; LANES]; PLANES]; STRIP / LANES];
    // Planes that any count can reach: the bits of `rows.len()`.
    let used = (usize::BITS - rows.len().leading_zeros()) as usize;
    assert!(used <= PLANES, "more than u32::MAX rows");
    for (strip, counts) in counts.chunks_mut(STRIP * 64).enumerate() {
        let words = counts.len().div_ceil(64);
        let planes = &mut planes[..words.div_ceil(LANES)];
        planes.as_flattened_mut().fill([0; LANES]);
        let (folds, rest) = rows.as_chunks::<FOLD>();
        for fold in folds {
            let part = fold.map(|row| &row[strip * STRIP..][..words]);
            fold_rows(&part, planes, used);
        }
        if !rest.is_empty() {
            let part: [&[u64]; FOLD] =
                std::array::from_fn(|i| rest.get(i).map_or(&[][..], |row| &row[strip * STRIP..][..words]));
            fold_rows(&part, planes, used);
        }
        add_planes(planes, used, counts);
    }
}

/// Folds sixteen rows of a strip into its planes; an empty row is all zeros.
#[inline(always)]
fn fold_rows(rows: &[&[u64]; FOLD], planes: &mut [[Lane; PLANES]], used: usize) {
    for (i, planes) in planes.iter_mut().enumerate() {
        let rows = rows.map(|row| lane(row, i * LANES));
        let (fours_a, twos, ones) = fold8(planes[0], planes[1], &rows[..8]);
        let (fours_b, twos, ones) = fold8(ones, twos, &rows[8..]);
        // Each half carries two words of weight 4.
        let (eights_a, fours) = add(planes[2], fours_a[0], fours_a[1]);
        let (eights_b, fours) = add(fours, fours_b[0], fours_b[1]);
        let (mut carry, eights) = add(planes[3], eights_a, eights_b);
        (planes[0], planes[1], planes[2], planes[3]) = (ones, twos, fours, eights);
        for plane in &mut planes[4..used.max(4)] {
            let before = *plane;
            *plane = zip(before, carry, |p, c| p ^ c);
            carry = zip(before, carry, |p, c| p & c);
        }
    }
}

/// Adds eight rows to the planes of weight 1 and 2; carries two words of weight 4.
#[inline(always)]
fn fold8(ones: Lane, twos: Lane, rows: &[Lane]) -> ([Lane; 2], Lane, Lane) {
    let (a, ones) = add(ones, rows[0], rows[1]);
    let (b, ones) = add(ones, rows[2], rows[3]);
    let (first, twos) = add(twos, a, b);
    let (a, ones) = add(ones, rows[4], rows[5]);
    let (b, ones) = add(ones, rows[6], rows[7]);
    let (second, twos) = add(twos, a, b);
    ([first, second], twos, ones)
}

/// Carry-save adder: (carry, sum) of three words, bit by bit.
#[inline(always)]
fn add(a: Lane, b: Lane, c: Lane) -> (Lane, Lane) {
    let half = zip(a, b, |a, b| a ^ b);
    let carry = zip(zip(a, b, |a, b| a & b), zip(half, c, |h, c| h & c), |x, y| x | y);
    (carry, zip(half, c, |h, c| h ^ c))
}

#[inline(always)]
fn zip(a: Lane, b: Lane, f: impl Fn(u64, u64) -> u64) -> Lane {
    std::array::from_fn(|i| f(a[i], b[i]))
}

/// The eight words of a row from `at`, zeros past its end.
#[inline(always)]
fn lane(row: &[u64], at: usize) -> Lane {
    if let Some(lane) = row.get(at..).and_then(<[u64]>::first_chunk) {
        return *lane;
    }
    let rest = row.get(at..).unwrap_or_default();
    std::array::from_fn(|i| rest.get(i).copied().unwrap_or(0))
}

/// Reads the counts off the planes and adds them.
#[inline(always)]
fn add_planes(planes: &[[Lane; PLANES]], used: usize, counts: &mut [u32]) {
    for (w, counts) in counts.chunks_mut(64).enumerate() {
        let mut block = [0; 64];
        for (bits, plane) in block.iter_mut().zip(&planes[w / LANES][..used]) {
            *bits = plane[w % LANES];
        }
        transpose64(&mut block);
        for (count, &sum) in counts.iter_mut().zip(&block) {
            *count += sum as u32;
        }
    }
}
