//! Unions, intersections and weighted sums of many sets of rows, given as columns of bits.
//!
//! A column-major matrix has one bit per test in each column, so a pass over some columns computes a result for all tests.

use crate::level::dispatched;
use crate::spread::{WORDS, add_numbers};

/* Processes chunks of eight words (512 tests), whose running sums stay in registers or the first-level cache while the columns are
read. */

/// Length of a chunk in words.
const CHUNK: usize = WORDS;
/// Width of a sum in bits.
const BITS: usize = 32;

type Chunk = [u64; CHUNK];

dispatched! {
    /// Union and intersection of columns: `or[w]` and `and[w]` of all their words.
    ///
    /// Shape: columns have at least as many words as `or` and `and`, which have equally many
    /// and are overwritten; of no columns, the union is 0 and the intersection all ones.
    /// Panics: a column is shorter. Cost: O(columns * words), no allocation.
    pub fn or_and / or_and_at(columns: &[&[u64]], or: &mut [u64], and: &mut [u64]) = or_and_body;
}

dispatched! {
    /// Intersects `set` with columns. Shape, panics, cost: as [`or_and`].
    pub fn and_all / and_all_at(columns: &[&[u64]], set: &mut [u64]) = and_all_body;
}

dispatched! {
    /// Counts of columns as bit planes: bit t of plane k is bit k of the number of columns
    /// that have bit t.
    ///
    /// Shape: `planes` holds as many planes as the number of columns has bits, one after the
    /// other, each of `words` words, and is overwritten; columns have at least `words` words.
    /// Panics: a size is wrong. Cost: O(columns * words * planes), no allocation.
    pub fn count_planes / count_planes_at(columns: &[&[u64]], words: usize, planes: &mut [u64])
        = count_planes_body;
}

dispatched! {
    /// Adds to `sums[t]` the weights of the columns that have bit t.
    ///
    /// Shape: one weight per column; columns have a bit for every sum.
    /// Panics: a column is shorter; counts differ. A sum past `u32::MAX` wraps.
    /// Cost: O(bits set in weights * words), no allocation.
    pub fn weigh / weigh_at(columns: &[&[u64]], weights: &[u32], sums: &mut [u32]) = weigh_body;
}

dispatched! {
    /// As [`weigh`], cheaper where weights have many bits. Cost: O(columns * sums), no allocation.
    pub fn weigh_wide / weigh_wide_at(columns: &[&[u64]], weights: &[u32], sums: &mut [u32]) = weigh_wide_body;
}

#[inline(always)]
fn or_and_body(columns: &[&[u64]], or: &mut [u64], and: &mut [u64]) {
    let words = or.len();
    or.fill(0);
    and.fill(u64::MAX);
    let and = &mut and[..words];
    // Four columns per update of the sums.
    let (fours, rest) = columns.as_chunks::<4>();
    for [a, b, c, d] in fours {
        let columns = a[..words].iter().zip(&b[..words]).zip(c[..words].iter().zip(&d[..words]));
        for ((or, and), ((a, b), (c, d))) in or.iter_mut().zip(&mut *and).zip(columns) {
            *or |= (a | b) | (c | d);
            *and &= (a & b) & (c & d);
        }
    }
    for column in rest {
        let column = &column[..words];
        for w in 0..words {
            or[w] |= column[w];
            and[w] &= column[w];
        }
    }
}

#[inline(always)]
fn and_all_body(columns: &[&[u64]], set: &mut [u64]) {
    for column in columns {
        let column = &column[..set.len()];
        for (set, word) in set.iter_mut().zip(column) {
            *set &= word;
        }
    }
}

/// A chunk of a column; words past its end are 0.
#[inline(always)]
fn chunk_of(column: &[u64], at: usize, words: usize) -> Chunk {
    if at + CHUNK <= words {
        column[at..at + CHUNK].try_into().expect("a whole chunk")
    } else {
        let mut chunk = [0; CHUNK];
        chunk[..words - at].copy_from_slice(&column[at..words]);
        chunk
    }
}

#[inline(always)]
fn count_planes_body(columns: &[&[u64]], words: usize, planes: &mut [u64]) {
    let used = (usize::BITS - columns.len().leading_zeros()) as usize;
    assert_eq!(planes.len(), used * words, "words of the planes");
    let mut at = 0;
    while at < words {
        let mut sums: [Chunk; BITS] = [[0; CHUNK]; BITS];
        for (i, column) in columns.iter().enumerate() {
            let mut carry = chunk_of(column, at, words);
            // This many columns cannot reach higher planes.
            let reach = (usize::BITS - (i + 1).leading_zeros()) as usize;
            for sum in &mut sums[..reach] {
                for (sum, carry) in sum.iter_mut().zip(&mut carry) {
                    (*sum, *carry) = (*sum ^ *carry, *sum & *carry);
                }
            }
        }
        let width = CHUNK.min(words - at);
        for (k, sum) in sums[..used].iter().enumerate() {
            planes[k * words + at..][..width].copy_from_slice(&sum[..width]);
        }
        at += CHUNK;
    }
}

#[inline(always)]
fn weigh_body(columns: &[&[u64]], weights: &[u32], sums: &mut [u32]) {
    assert_eq!(columns.len(), weights.len(), "one weight per column");
    let words = sums.len().div_ceil(64);
    let mut at = 0;
    while at < words {
        let mut planes: [Chunk; BITS] = [[0; CHUNK]; BITS];
        for (column, &weight) in columns.iter().zip(weights) {
            let chunk = chunk_of(column, at, words);
            let mut weight = weight;
            while weight != 0 {
                let mut carry = chunk;
                let mut k = weight.trailing_zeros() as usize;
                weight &= weight - 1;
                // Carries vanish after a few planes; checking costs less than continuing.
                while k < BITS {
                    let mut any = 0;
                    for (sum, carry) in planes[k].iter_mut().zip(&mut carry) {
                        (*sum, *carry) = (*sum ^ *carry, *sum & *carry);
                        any |= *carry;
                    }
                    if any == 0 {
                        break;
                    }
                    k += 1;
                }
            }
        }
        let last = sums.len().min((at + CHUNK) * 64);
        add_numbers(&planes, &mut sums[at * 64..last]);
        at += CHUNK;
    }
}

#[inline(always)]
fn weigh_wide_body(columns: &[&[u64]], weights: &[u32], sums: &mut [u32]) {
    assert_eq!(columns.len(), weights.len(), "one weight per column");
    for (w, sums) in sums.chunks_mut(64).enumerate() {
        // The sums of a word stay in registers while columns are read.
        let mut added = [[0_u32; 32]; 2];
        for (column, &weight) in columns.iter().zip(weights) {
            let halves = [column[w] as u32, (column[w] >> 32) as u32];
            for (added, half) in added.iter_mut().zip(halves) {
                for (bit, added) in added.iter_mut().enumerate() {
                    *added = added.wrapping_add(if half & 1 << bit == 0 { 0 } else { weight });
                }
            }
        }
        for (sum, added) in sums.iter_mut().zip(added.as_flattened()) {
            *sum = sum.wrapping_add(*added);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Level;

    fn columns() -> impl Strategy<Value = (usize, Vec<Vec<u64>>)> {
        (1..1200_usize).prop_flat_map(|bits| {
            let word = prop_oneof![Just(0), Just(u64::MAX), any::<u64>()];
            let column = proptest::collection::vec(word, bits.div_ceil(64));
            (Just(bits), proptest::collection::vec(column, 0..20))
        })
    }

    fn has(column: &[u64], bit: usize) -> bool {
        column[bit / 64] >> (bit % 64) & 1 != 0
    }

    proptest! {
        #[test]
        fn unions_intersections_counts_and_sums_are_those_of_single_bits(
            (bits, columns) in columns(), seed in any::<u32>()
        ) {
            let columns: Vec<&[u64]> = columns.iter().map(|c| &c[..]).collect();
            let weights: Vec<u32> = (0..columns.len() as u32).map(|i| seed.rotate_left(i) % 5000).collect();
            let words = bits.div_ceil(64);
            for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
                let (mut or, mut and, mut set) = (vec![7; words], vec![7; words], vec![u64::MAX; words]);
                or_and_at(level, &columns, &mut or, &mut and);
                and_all_at(level, &columns, &mut set);
                let used = (usize::BITS - columns.len().leading_zeros()) as usize;
                let mut planes = vec![7; used * words];
                count_planes_at(level, &columns, words, &mut planes);
                let mut sums = vec![3; bits];
                weigh_at(level, &columns, &weights, &mut sums);
                let mut wide = vec![3; bits];
                weigh_wide_at(level, &columns, &weights, &mut wide);
                prop_assert_eq!(&wide, &sums);
                for (bit, &found) in sums.iter().enumerate() {
                    let with: Vec<usize> = (0..columns.len()).filter(|&c| has(columns[c], bit)).collect();
                    prop_assert_eq!(has(&or, bit), !with.is_empty());
                    prop_assert_eq!(has(&and, bit), with.len() == columns.len());
                    prop_assert_eq!(has(&set, bit), with.len() == columns.len());
                    let count: usize = (0..used).map(|k| usize::from(has(&planes[k * words..], bit)) << k).sum();
                    prop_assert_eq!(count, with.len());
                    let sum: u32 = with.iter().map(|&c| weights[c]).sum();
                    prop_assert_eq!(found, 3 + sum);
                }
            }
        }
    }
}
