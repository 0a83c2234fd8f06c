//! Adds up columns shared by many elements.

use faultline_bit_kernels::{column_counts, weigh, weigh_wide};

use crate::Columns;
use crate::bits::ones;

/// Largest number of columns added up by weight: below it, reading off bit counts costs more than adding columns.
const FEW: usize = 40;
/// From this number of weight bits on, adding the weight per test is cheaper than adding its bits.
const WIDE: usize = 4;

/// Adds to `sums[t]` the number of elements with bit t, given columns with their numbers of elements.
///
/// A column is added once per bit set in its number, instead of once per element.
/// Cost: O(columns * words), O(columns * tests) for large numbers; allocates.
pub(crate) fn add_elements<'c>(columns: impl IntoIterator<Item = (&'c [u64], u32)>, sums: &mut [u32]) {
    let (columns, times): (Vec<&[u64]>, Vec<u32>) = columns.into_iter().unzip();
    if times.iter().map(|times| times.count_ones() as usize).sum::<usize>() > WIDE * columns.len() {
        weigh_wide(&columns, &times, sums);
        return;
    }
    if columns.len() <= FEW {
        weigh(&columns, &times, sums);
        return;
    }
    let mut by_bit: Vec<Vec<&[u64]>> = Vec::new();
    for (column, times) in columns.into_iter().zip(times) {
        let mut left = times;
        while left != 0 {
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            if by_bit.len() <= bit {
                by_bit.resize_with(bit + 1, Vec::new);
            }
            by_bit[bit].push(column);
        }
    }
    let mut counts = Vec::new();
    for (bit, columns) in by_bit.iter().enumerate().filter(|(_, columns)| !columns.is_empty()) {
        if bit == 0 {
            column_counts(columns, sums);
            continue;
        }
        counts.clear();
        counts.resize(sums.len(), 0);
        column_counts(columns, &mut counts);
        for (sum, count) in sums.iter_mut().zip(&counts) {
            *sum += count << bit;
        }
    }
}

/// For every test, the number of covered elements of a row. Shape: all these elements have a column.
pub(crate) fn elements_in_common(row: &[u64], columns: &Columns) -> Vec<u32> {
    let mut times = vec![0; columns.len()];
    ones(row).for_each(|element| times[columns.of_element(element) as usize] += 1);
    let mut common = vec![0; columns.words() * 64];
    let used = (0..).zip(times).filter(|&(_, times)| times > 0);
    add_elements(used.map(|(column, times)| (columns.bits(column), times)), &mut common);
    common
}
