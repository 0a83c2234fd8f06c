//! Suspects put in order.

use faultline_spectrum::ElementId;

use crate::{Counts, Place, Ranked, Suspect, Ties, places};

/// A suspect before it has a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub(crate) suspect: Suspect,
    pub(crate) element: ElementId,
    pub(crate) score: f64,
    pub(crate) base: f64,
    /// Of a class, the score of its best method.
    pub(crate) best: f64,
    pub(crate) lines: u32,
    pub(crate) frame: Option<u32>,
    pub(crate) counts: Counts,
}

/// Sorts suspects, given in the order that holds inside a tie.
pub(crate) fn sorted(suspects: &[Scored], ties: Ties) -> Vec<Ranked> {
    let mut order: Vec<(u64, u32)> =
        suspects.iter().enumerate().map(|(i, scored)| (descending(scored.score), i as u32)).collect();
    order.sort_unstable();
    let scores: Vec<f64> = order.iter().map(|&(_, i)| suspects[i as usize].score).collect();
    let places = places(&scores);
    // Scores that are equal but for rounding were sorted by their last bits.
    let mut rest = &mut order[..];
    while !rest.is_empty() {
        let at = places.len() - rest.len();
        let (tie, after) = rest.split_at_mut((places[at].max - places[at].min) as usize + 1);
        if !tie.is_sorted_by_key(|&(_, i)| i) {
            tie.sort_unstable_by_key(|&(_, i)| i);
        }
        rest = after;
    }
    let placed = order.iter().zip(places).zip(1..);
    placed.map(|((&(_, i), place), at)| suspects[i as usize].placed(place, at, ties)).collect()
}

impl Scored {
    fn placed(self, place: Place, at: u32, ties: Ties) -> Ranked {
        Ranked {
            suspect: self.suspect,
            element: self.element,
            score: self.score,
            base: self.base,
            lines: self.lines,
            frame: self.frame,
            counts: self.counts,
            rank: place.rank_at(ties, at),
            rank_min: place.min,
            rank_max: place.max,
        }
    }
}

/// An integer that is smaller the larger the score is. Sorting integers is what makes 90,000
/// suspects a matter of a millisecond or two.
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
