//! Where the first faulty candidate comes when equal scores are looked at in random order.

/// Scores that differ by less, relative to 1, are equal: sums of the same numbers in another order.
const EQUAL: f64 = 1e-9;

/// What a reader who goes down a ranking finds, on average over the orders of equal scores. The average of shared places would gain from
/// anything that separates equal candidates, a coin included; this does not.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Found {
    /// Mean of 1 over the place of the first faulty candidate. Range: 0 to 1.
    pub reciprocal: f64,
    /// The chance that the first candidate is faulty. Range: 0 to 1.
    pub first: f64,
}

impl Found {
    /// Given the candidates' scores, and which are faulty; nothing is found where none is. Cost: O(candidates).
    pub fn of(scores: &[f64], faulty: &[usize]) -> Self {
        let best = faulty.iter().map(|&at| scores[at]).fold(f64::NEG_INFINITY, f64::max);
        let is_equal = |score: f64| (score - best).abs() <= EQUAL;
        let above = scores.iter().filter(|&&score| score > best && !is_equal(score)).count();
        let equal = scores.iter().filter(|&&score| is_equal(score)).count();
        let hits = faulty.iter().filter(|&&at| is_equal(scores[at])).count();
        let mut found = Self::default();
        if hits == 0 {
            return found;
        }
        // That no faulty one was among those of the tie that were looked at so far.
        let mut missed = 1.0;
        for place in 0..=equal - hits {
            let chance = hits as f64 / (equal - place) as f64;
            found.reciprocal += missed * chance / (above + place + 1) as f64;
            if above + place == 0 {
                found.first = chance;
            }
            missed *= 1.0 - chance;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: Found, reciprocal: f64, first: f64) {
        assert!(
            (found.reciprocal - reciprocal).abs() < 1e-12 && (found.first - first).abs() < 1e-12,
            "{found:?}"
        );
    }

    #[test]
    fn without_ties_it_is_the_place() {
        close(Found::of(&[3.0, 2.0, 1.0], &[0]), 1.0, 1.0);
        close(Found::of(&[3.0, 2.0, 1.0], &[2, 1]), 0.5, 0.0);
    }

    #[test]
    fn in_a_tie_every_order_counts_alike() {
        // 1, 1/2 and 1/3, each in a third of the orders.
        close(Found::of(&[1.0, 1.0, 1.0], &[2]), (1.0 + 0.5 + 1.0 / 3.0) / 3.0, 1.0 / 3.0);
        // The first of two is faulty in two of three orders, else the second.
        close(Found::of(&[1.0, 1.0 + 1e-12, 1.0], &[0, 2]), 2.0 / 3.0 + 1.0 / 6.0, 2.0 / 3.0);
        // Behind one that is no fault.
        close(Found::of(&[2.0, 1.0, 1.0], &[1]), 5.0 / 12.0, 0.0);
    }

    #[test]
    fn nothing_is_found_where_nothing_is_faulty() {
        close(Found::of(&[1.0], &[]), 0.0, 0.0);
        close(Found::of(&[], &[]), 0.0, 0.0);
    }
}
