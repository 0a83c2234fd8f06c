//! Sums of columns that many elements share.

use faultline_bit_kernels::{column_counts, weigh, weigh_wide};

use crate::Columns;
use crate::bits::ones;

/// Most columns that are added up by their weights: reading counts off costs more than adding
/// a few columns.
const FEW: usize = 40;
/// From so many bits a weight on, adding it for every test is cheaper than adding its bits.
const WIDE: usize = 4;

/// Adds to `sums[t]` how many elements have bit t, given columns with the number of elements
/// of each.
///
/// Many columns are counted once per bit set in that number, and not once per element.
/// Cost: O(columns * words), where numbers are large O(columns * tests); allocates.
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

/// How many elements of a row every test covers. Shape: all of them have a column.
pub(crate) fn elements_in_common(row: &[u64], columns: &Columns) -> Vec<u32> {
    let mut times = vec![0; columns.len()];
    ones(row).for_each(|element| times[columns.of_element(element) as usize] += 1);
    let mut common = vec![0; columns.words() * 64];
    let used = (0..).zip(times).filter(|&(_, times)| times > 0);
    add_elements(used.map(|(column, times)| (columns.bits(column), times)), &mut common);
    common
}
