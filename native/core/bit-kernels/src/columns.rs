//! Counts the set bits of every column over chosen rows.

use crate::level::dispatched;
use crate::spread::{WORDS, add_numbers};

/* Vertical counters. The counts of 64 columns are stored as bit planes: bit b of plane k is bit k of the count of column b. A carry-save
adder reduces three words of one weight to one word of the same weight and one of twice the weight, for 64 columns at once. So sixteen
rows are folded into the planes of weight 1, 2, 4 and 8 with fifteen adders, and only one word per sixteen rows ripples through the
planes above [1]. A row word costs about one adder, not much more than reading it. Only the planes are transposed, once, at the end, to
read off the counts.

Sixteen rows are folded strip by strip of columns, so that the carries of a strip stay in the first-level cache; the rows are read once,
sequentially.

[1] The Harley-Seal method as in Mula, Kurz, Lemire, Faster population counts using AVX2 instructions, 2018; there it counts one long
row, here each column. */

/// Words of a strip of columns: 1 KiB of each plane.
const STRIP: usize = 128;
/// Rows folded at once.
const FOLD: usize = 16;
/// Planes of weight 1, 2, 4 and 8, needed by a fold for any number of rows.
const FOLD_PLANES: usize = 4;

type Strip = [u64; STRIP];

dispatched! {
    /// Adds to `counts[c]` the number of rows whose bit `c` is set.
    ///
    /// Shape: one count per column; every row has at least `counts.len()` bits, packed least
    /// significant bit first; what a row has beyond them is ignored.
    /// Panics: a row is shorter. Cost: O(rows * columns / 64); allocates log2(rows) bits per
    /// column.
    pub fn column_counts / column_counts_at(rows: &[&[u64]], counts: &mut [u32]) = column_counts_body;
}

/// Buffer for the carries of one fold: four words of weight 4, then two of weight 8.
type Carries = [Strip; 6];

#[inline(always)]
fn column_counts_body(rows: &[&[u64]], counts: &mut [u32]) {
    let words = counts.len().div_ceil(64);
    // The number of planes needed: the bits of the number of rows.
    let depth = ((usize::BITS - rows.len().leading_zeros()) as usize).max(FOLD_PLANES);
    assert!(depth <= 32, "more than u32::MAX rows");
    let mut planes = vec![[0; STRIP]; words.div_ceil(STRIP) * depth];
    let mut carries = [[0; STRIP]; 6];
    let zeros = vec![0; words];
    for fold in rows.chunks(FOLD) {
        for (strip, planes) in planes.chunks_exact_mut(depth).enumerate() {
            let part = strip * STRIP..words.min((strip + 1) * STRIP);
            let row = |i: usize| &fold.get(i).unwrap_or(&&zeros[..])[part.clone()];
            fold_rows(&std::array::from_fn(row), planes, &mut carries);
        }
    }
    for (planes, counts) in planes.chunks_exact(depth).zip(counts.chunks_mut(STRIP * 64)) {
        add_planes(planes, counts);
    }
}

/// Folds sixteen rows of a strip into its planes.
#[inline(always)]
fn fold_rows(rows: &[&[u64]; FOLD], planes: &mut [Strip], carries: &mut Carries) {
    let words = rows[0].len();
    let (fold, higher) = planes.split_at_mut(FOLD_PLANES);
    let [ones, twos, fours, eights] = fold else { unreachable!("a fold has four planes") };
    let [carries @ .., eight_a, eight_b] = carries;
    let (quads, _) = rows.as_chunks::<4>();
    for (quad, carry) in quads.iter().zip(&mut *carries) {
        fold4(&mut ones[..words], &mut twos[..words], *quad, &mut carry[..words]);
    }
    let [a, b, c, d] = carries;
    add(&mut fours[..words], &a[..words], &b[..words], &mut eight_a[..words]);
    add(&mut fours[..words], &c[..words], &d[..words], &mut eight_b[..words]);
    add(&mut eights[..words], &eight_a[..words], &eight_b[..words], &mut a[..words]);
    for plane in higher {
        ripple(&mut plane[..words], &mut a[..words]);
    }
}

/// Adds four rows to the planes of weight 1 and 2; `carry` becomes the word of weight 4.
#[inline(always)]
fn fold4(ones: &mut [u64], twos: &mut [u64], rows: [&[u64]; 4], carry: &mut [u64]) {
    let n = ones.len();
    let (twos, carry) = (&mut twos[..n], &mut carry[..n]);
    let [r0, r1, r2, r3] = rows.map(|row| &row[..n]);
    for i in 0..n {
        let (a, sum) = add_words(ones[i], r0[i], r1[i]);
        let (b, sum) = add_words(sum, r2[i], r3[i]);
        ones[i] = sum;
        (carry[i], twos[i]) = add_words(twos[i], a, b);
    }
}

/// Adds two words of a plane's weight to it; `carry` becomes the word of twice the weight.
#[inline(always)]
fn add(plane: &mut [u64], a: &[u64], b: &[u64], carry: &mut [u64]) {
    let n = plane.len();
    let (a, b, carry) = (&a[..n], &b[..n], &mut carry[..n]);
    for i in 0..n {
        (carry[i], plane[i]) = add_words(plane[i], a[i], b[i]);
    }
}

/// Adds `carry` to a plane; it becomes the carry into the next plane.
#[inline(always)]
fn ripple(plane: &mut [u64], carry: &mut [u64]) {
    for (plane, carry) in plane.iter_mut().zip(carry) {
        (*carry, *plane) = (*plane & *carry, *plane ^ *carry);
    }
}

/// Carry-save adder: (carry, sum) of three words, bit by bit.
#[inline(always)]
fn add_words(a: u64, b: u64, c: u64) -> (u64, u64) {
    let half = a ^ b;
    (a & b | half & c, half ^ c)
}

/// Reads the counts off the planes and adds them.
#[inline(always)]
fn add_planes(planes: &[Strip], counts: &mut [u32]) {
    for (w, counts) in counts.chunks_mut(WORDS * 64).enumerate() {
        let mut chunk = [[0; WORDS]; 32];
        for (words, plane) in chunk.iter_mut().zip(planes) {
            words.copy_from_slice(&plane[w * WORDS..][..WORDS]);
        }
        add_numbers(&chunk[..planes.len()], counts);
    }
}
