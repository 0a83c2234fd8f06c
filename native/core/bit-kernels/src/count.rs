//! Counts set bits of rows.

use crate::level::dispatched;

dispatched! {
    /// Number of set bits. Cost: O(words).
    pub fn count / count_at(words: &[u64]) -> u64 = count_body;
}

dispatched! {
    /// Number of bits set in both rows, over their common length. Cost: O(words).
    pub fn and_count / and_count_at(a: &[u64], b: &[u64]) -> u64 = and_count_body;
}

#[inline(always)]
fn count_body(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

#[inline(always)]
fn and_count_body(a: &[u64], b: &[u64]) -> u64 {
    a.iter().zip(b).map(|(a, b)| u64::from((a & b).count_ones())).sum()
}
