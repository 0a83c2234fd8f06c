//! Naive bit-by-bit implementations of the kernels, for tests and benches.

/// Naive [`crate::pack64`].
pub fn pack64(block: &[u8; 64]) -> u64 {
    let mut word = 0;
    for (bit, &byte) in block.iter().enumerate() {
        if byte != 0 {
            word |= 1 << bit;
        }
    }
    word
}

/// Whether bit `column` of a row of words is set.
fn bit(row: &[u64], column: usize) -> bool {
    row[column / 64] >> (column % 64) & 1 != 0
}

/// Naive [`crate::count`].
pub fn count(words: &[u64]) -> u64 {
    (0..words.len() * 64).filter(|&i| bit(words, i)).count() as u64
}

/// Naive [`crate::and_count`].
pub fn and_count(a: &[u64], b: &[u64]) -> u64 {
    (0..a.len().min(b.len()) * 64).filter(|&i| bit(a, i) && bit(b, i)).count() as u64
}

/// Naive [`crate::column_counts`].
pub fn column_counts(rows: &[&[u64]], counts: &mut [u32]) {
    for row in rows {
        for (column, count) in counts.iter_mut().enumerate() {
            *count += u32::from(bit(row, column));
        }
    }
}

/// Naive [`crate::transpose`].
pub fn transpose(words: &[u64], rows: usize, columns: usize, out: &mut [u64]) {
    let (stride, out_stride) = (columns.div_ceil(64), rows.div_ceil(64));
    out.fill(0);
    for row in 0..rows {
        for column in 0..columns {
            if bit(&words[row * stride..][..stride], column) {
                out[column * out_stride + row / 64] |= 1 << (row % 64);
            }
        }
    }
}
