//! Wilcoxon's signed-rank test.

use crate::normal::two_sided;

/// Maximum number of pairs for the exact distribution.
const EXACT: usize = 25;
/// Relative tolerance within which values are equal: measures can reach the same value with different
/// rounding.
const TOLERANCE: f64 = 1e-12;

/// The result of a signed-rank test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wilcoxon {
    /// Sum of the ranks of positive differences (first − second).
    pub positive: f64,
    /// Sum of the ranks of negative differences.
    pub negative: f64,
    /// Number of pairs with different values; the others are dropped.
    pub pairs: usize,
    /// Two-sided probability of a difference at least this large by chance; 1 without pairs.
    pub p: f64,
    /// Whether `p` is exact and not the normal approximation.
    pub exact: bool,
}

/// Wilcoxon's signed-rank test of paired samples, two-sided.
///
/// Equal pairs are dropped and equal differences share their mean rank. The distribution is
/// exact up to 25 pairs without equal differences, otherwise normal with corrections for ties
/// and continuity. Panics: samples of unequal length. Cost: O(n log n).
/// Source: Wilcoxon, Biometrics Bulletin 1(6), 1945.
pub fn wilcoxon(first: &[f64], second: &[f64]) -> Wilcoxon {
    assert_eq!(first.len(), second.len(), "samples are paired");
    let mut differences: Vec<f64> = first
        .iter()
        .zip(second)
        .filter(|&(a, b)| (a - b).abs() > TOLERANCE * a.abs().max(b.abs()))
        .map(|(a, b)| a - b)
        .collect();
    differences.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let (mut positive, mut negative, mut ties) = (0.0, 0.0, 0.0);
    let mut rest = &differences[..];
    while let Some(&smallest) = rest.first() {
        let bound = smallest.abs() * (1.0 + TOLERANCE);
        let (tie, after) = rest.split_at(rest.partition_point(|d| d.abs() <= bound));
        let below = (differences.len() - rest.len()) as f64;
        let count = tie.len() as f64;
        let rank = below + f64::midpoint(1.0, count);
        let above_zero = tie.iter().filter(|&&d| d > 0.0).count() as f64;
        positive += rank * above_zero;
        negative += rank * (count - above_zero);
        ties += count * count * count - count;
        rest = after;
    }
    let pairs = differences.len();
    let exact = pairs <= EXACT && ties == 0.0;
    let smaller = f64::min(positive, negative);
    let p = if exact { exact_p(pairs, smaller as usize) } else { normal_p(pairs as f64, smaller, ties) };
    Wilcoxon { positive, negative, pairs, p, exact }
}

/// P(W ≤ w or W ≥ the mirrored w) for ranks 1..=n without ties: of the 2^n ways to sign the
/// ranks, the share whose positive ranks sum to at most w, doubled.
fn exact_p(n: usize, w: usize) -> f64 {
    let mut ways = vec![0_u32; n * (n + 1) / 2 + 1];
    ways[0] = 1;
    for rank in 1..=n {
        for sum in (rank..ways.len()).rev() {
            ways[sum] += ways[sum - rank];
        }
    }
    let tail: u32 = ways[..=w].iter().sum();
    (2.0 * f64::from(tail) / f64::from(1_u32 << n)).min(1.0)
}

fn normal_p(n: f64, w: f64, ties: f64) -> f64 {
    let mean = n * (n + 1.0) / 4.0;
    let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0;
    let distance = (mean - w - 0.5).max(0.0);
    two_sided(distance / variance.sqrt())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn close(a: f64, b: f64, within: f64) {
        assert!((a - b).abs() < within, "{a} is not {b}");
    }

    #[test]
    #[expect(clippy::approx_constant, reason = "3.14 is a measurement")]
    fn hollander_and_wolfes_depression_scores_give_their_published_probability() {
        let before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30];
        let after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
        let test = wilcoxon(&before, &after);
        assert!(test.exact && test.pairs == 9);
        close(test.positive, 40.0, 1e-9);
        close(test.negative, 5.0, 1e-9);
        close(test.p, 0.039_062_5, 1e-12);
    }

    #[test]
    fn darwins_maize_gives_its_published_probability() {
        // Differences in eighths of an inch; Fisher, The Design of Experiments, table 3.
        let differences =
            [49.0, -67.0, 8.0, 16.0, 6.0, 23.0, 28.0, 41.0, 14.0, 29.0, 56.0, 24.0, 75.0, 60.0, -48.0];
        let test = wilcoxon(&differences, &[0.0; 15]);
        close(test.negative, 24.0, 1e-9);
        close(test.p, 0.041_259_765_625, 1e-12);
    }

    #[test]
    fn ties_use_the_normal_distribution_with_both_corrections() {
        // |d|: 1 1 2 2 2 3, ranks 1.5 1.5 4 4 4 6; negative: one 1 -> 1.5.
        // mean 10.5, variance 22.75 - (6 + 24)/48 = 22.125, z = 8.5 / 4.70372 = 1.80708.
        let test = wilcoxon(&[1.0, -1.0, 2.0, 2.0, 2.0, 3.0], &[0.0; 6]);
        assert!(!test.exact);
        close(test.negative, 1.5, 1e-12);
        close(test.p, 0.070_749_867, 1e-8);
    }

    #[test]
    fn equal_pairs_are_dropped_and_nothing_left_means_no_evidence() {
        let test = wilcoxon(&[1.0, 2.0, 0.1 + 0.2], &[1.0, 2.0, 0.3]);
        assert_eq!((test.pairs, test.p.to_bits()), (0, 1_f64.to_bits()));
        close(wilcoxon(&[1.0, 5.0], &[1.0, 2.0]).p, 1.0, 1e-12);
    }

    proptest! {
        #[test]
        fn exact_probabilities_count_all_ways_to_sign_the_ranks(signs in proptest::collection::vec(any::<bool>(), 1..12)) {
            let signed: Vec<f64> = (1..).zip(&signs).map(|(r, &s)| if s { f64::from(r) } else { -f64::from(r) }).collect();
            let test = wilcoxon(&signed, &vec![0.0; signed.len()]);
            let n = signed.len();
            let smaller = test.positive.min(test.negative);
            let sum = |bits: usize| (0..n).filter(|r| bits >> r & 1 == 1).map(|r| r as f64 + 1.0).sum::<f64>();
            let total = (n * (n + 1) / 2) as f64;
            let extreme = (0..1_usize << n).filter(|&bits| sum(bits).min(total - sum(bits)) <= smaller).count();
            prop_assert!((test.p - extreme as f64 / (1_u64 << n) as f64).abs() < 1e-12);
        }

        #[test]
        fn swapping_the_samples_changes_only_the_sides(pairs in proptest::collection::vec((0_u8..9, 0_u8..9), 0..60)) {
            let first: Vec<f64> = pairs.iter().map(|p| f64::from(p.0)).collect();
            let second: Vec<f64> = pairs.iter().map(|p| f64::from(p.1)).collect();
            let (a, b) = (wilcoxon(&first, &second), wilcoxon(&second, &first));
            prop_assert!((a.positive - b.negative).abs() < 1e-9 && (a.p - b.p).abs() < 1e-12);
            prop_assert!((0.0..=1.0).contains(&a.p));
        }
    }
}
