//! Rows of words.

/// The set bits of a row, ascending.
pub(crate) fn ones(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(w, &word)| word_ones(word).map(move |b| w * 64 + b))
}

/// The set bits of a word, ascending.
pub(crate) fn word_ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(bit)
    })
}

/// A row with the first `columns` bits set.
pub(crate) fn all_ones(columns: usize) -> Vec<u64> {
    let mut row = vec![u64::MAX; columns.div_ceil(64)];
    if !columns.is_multiple_of(64) {
        *row.last_mut().expect("a word holds the last bits") = (1 << (columns % 64)) - 1;
    }
    row
}
