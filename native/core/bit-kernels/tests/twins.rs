//! Compares every kernel at every level of this CPU with its naive implementation.

use faultline_bit_kernels::{Level, plain};
use proptest::prelude::*;

fn levels() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(|level| level.is_available())
}

/// Words that are often sparse, dense, empty or full, like rows of coverage.
fn word() -> impl Strategy<Value = u64> {
    prop_oneof![
        any::<u64>(),
        Just(0),
        Just(u64::MAX),
        (any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(a, b, c)| a & b & c),
    ]
}

fn words(n: impl Into<proptest::collection::SizeRange>) -> impl Strategy<Value = Vec<u64>> {
    proptest::collection::vec(word(), n)
}

/// (rows, columns, words), padded to whole words with zeros past the last column.
fn matrix(max_rows: usize, max_columns: usize) -> impl Strategy<Value = (usize, usize, Vec<u64>)> {
    (0..=max_rows, 0..=max_columns).prop_flat_map(|(rows, columns)| {
        let stride = columns.div_ceil(64);
        words(rows * stride).prop_map(move |mut words| {
            if columns % 64 != 0 {
                for row in words.chunks_mut(stride) {
                    row[stride - 1] &= (1 << (columns % 64)) - 1;
                }
            }
            (rows, columns, words)
        })
    })
}

proptest! {
    #[test]
    fn counting_agrees(a in words(0..70), b in words(0..70)) {
        for level in levels() {
            prop_assert_eq!(faultline_bit_kernels::count_at(level, &a), plain::count(&a));
            prop_assert_eq!(faultline_bit_kernels::and_count_at(level, &a, &b), plain::and_count(&a, &b));
        }
        prop_assert_eq!(faultline_bit_kernels::count(&a), plain::count(&a));
        prop_assert_eq!(faultline_bit_kernels::and_count(&a, &b), plain::and_count(&a, &b));
    }

    #[test]
    fn transposing_agrees_and_undoes_itself((rows, columns, words) in matrix(150, 200)) {
        let mut expected = vec![0; columns * rows.div_ceil(64)];
        plain::transpose(&words, rows, columns, &mut expected);
        for level in levels() {
            let mut out = vec![!0; expected.len()];
            faultline_bit_kernels::transpose_at(level, &words, rows, columns, &mut out);
            prop_assert_eq!(&out, &expected);
            let mut back = vec![!0; words.len()];
            faultline_bit_kernels::transpose_at(level, &out, columns, rows, &mut back);
            prop_assert_eq!(&back, &words);
        }
    }

    #[test]
    fn transposing_agrees_past_eight_bands((rows, columns, words) in matrix(1300, 70)) {
        let mut expected = vec![0; columns * rows.div_ceil(64)];
        plain::transpose(&words, rows, columns, &mut expected);
        for level in levels() {
            let mut out = vec![!0; expected.len()];
            faultline_bit_kernels::transpose_at(level, &words, rows, columns, &mut out);
            prop_assert_eq!(&out, &expected);
        }
    }

    #[test]
    fn column_counts_agree_and_add_to_what_is_there((rows, columns, words) in matrix(70, 700), start in 0u32..9) {
        let stride = columns.div_ceil(64);
        let refs: Vec<&[u64]> = (0..rows).map(|r| &words[r * stride..][..stride]).collect();
        let mut expected = vec![start; columns];
        plain::column_counts(&refs, &mut expected);
        for level in levels() {
            let mut counts = vec![start; columns];
            faultline_bit_kernels::column_counts_at(level, &refs, &mut counts);
            prop_assert_eq!(&counts, &expected);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn transposing_some_columns_leaves_out_the_others(
        (rows, columns, words) in matrix(560, 640), masks in words(10)
    ) {
        let (stride, out_stride) = (columns.div_ceil(64), rows.div_ceil(64));
        let mut scope = masks[..stride].to_vec();
        if columns % 64 != 0 {
            scope[stride - 1] &= (1 << (columns % 64)) - 1;
        }
        let mut all = vec![0; columns * out_stride];
        plain::transpose(&words, rows, columns, &mut all);
        let wanted = (0..columns).filter(|c| scope[c / 64] >> (c % 64) & 1 != 0);
        let expected: Vec<u64> = wanted.flat_map(|c| all[c * out_stride..][..out_stride].to_vec()).collect();
        for level in levels() {
            let mut out = vec![!0; expected.len()];
            faultline_bit_kernels::transpose_within_at(level, &words, rows, columns, &scope, &mut out);
            prop_assert_eq!(&out, &expected);
        }
    }
}

#[test]
fn column_counts_agree_past_one_strip_and_past_many_folds() {
    // 33,000 columns exceed a strip of 512 words; 1,100 rows reach eleven planes.
    let (rows, columns) = (1100, 33_000_usize);
    let stride = columns.div_ceil(64);
    let mut state = 7_u64;
    let words: Vec<u64> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ state >> 29
    })
    .take(rows * stride)
    .collect();
    let refs: Vec<&[u64]> = words.chunks(stride).collect();
    let mut expected = vec![0; columns];
    plain::column_counts(&refs, &mut expected);
    for level in levels() {
        let mut counts = vec![0; columns];
        faultline_bit_kernels::column_counts_at(level, &refs, &mut counts);
        assert_eq!(counts, expected, "{level:?}");
    }
}

#[test]
fn a_column_set_in_every_row_counts_every_row_at_powers_of_two_and_beside_them() {
    for rows in [0, 1, 15, 16, 17, 31, 32, 33, 255, 256, 257] {
        let row = [u64::MAX, 1];
        let refs = vec![&row[..]; rows];
        for level in levels() {
            let mut counts = [0; 66];
            faultline_bit_kernels::column_counts_at(level, &refs, &mut counts);
            assert!(counts[..65].iter().all(|&c| c == rows as u32) && counts[65] == 0);
        }
    }
}
