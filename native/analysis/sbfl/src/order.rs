//! Sorts suspects.

use crate::radix;
use crate::{Place, places};

/// Sorts suspects by score, best first: calls `place` with a suspect's number, its place and its position, from 1. The input
/// order decides within a tie. Cost: O(suspects).
pub(crate) fn in_order(scores: &[f64], mut place: impl FnMut(usize, Place, u32)) {
    let mut order: Vec<(u64, u32)> = scores.iter().map(|&score| descending(score)).zip(0..).collect();
    radix::sort_by_key(&mut order);
    let sorted: Vec<f64> = order.iter().map(|&(_, i)| scores[i as usize]).collect();
    let places = places(&sorted);
    // Scores that differ only by rounding were sorted by their last bits; restore the input order.
    let mut rest = &mut order[..];
    while !rest.is_empty() {
        let at = places.len() - rest.len();
        let (tie, after) = rest.split_at_mut((places[at].max - places[at].min) as usize + 1);
        if !tie.is_sorted_by_key(|&(_, i)| i) {
            tie.sort_unstable_by_key(|&(_, i)| i);
        }
        rest = after;
    }
    for ((&(_, suspect), of), position) in order.iter().zip(places).zip(1..) {
        place(suspect as usize, of, position);
    }
}

/// A sort key: the larger the score, the smaller the key.
fn descending(score: f64) -> u64 {
    let bits = score.to_bits();
    if score.is_sign_negative() { bits } else { !bits & (u64::MAX >> 1) }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "equal numbers have no order to check")]
mod tests {
    use proptest::prelude::*;

    use super::descending;

    proptest! {
        #[test]
        fn integer_keys_order_scores_from_large_to_small(a: f64, b: f64) {
            prop_assume!(!a.is_nan() && !b.is_nan() && a != b);
            prop_assert_eq!(descending(a) < descending(b), a > b, "{} {}", a, b);
        }
    }

    #[test]
    fn infinity_sorts_before_the_largest_number_and_negative_scores_last() {
        let scores = [f64::INFINITY, f64::MAX, 1.0, 0.0, -1.0, f64::NEG_INFINITY];
        assert!(scores.is_sorted_by_key(|&score| descending(score)));
    }
}
