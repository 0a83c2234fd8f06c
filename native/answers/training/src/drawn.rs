//! The expected rank of the first faulty candidate if ties are broken at random.

/// Scores closer than this are equal: sums of the same numbers in a different order. Units: absolute.
const EQUAL: f64 = 1e-9;

/// Expected result of going down a ranking, averaged over all orders of ties. Unlike the average rank of
/// ties, it does not improve if equal candidates are separated arbitrarily.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Found {
    /// Mean reciprocal rank of the first faulty candidate. Range: 0 to 1.
    pub reciprocal: f64,
    /// Probability that the first candidate is faulty. Range: 0 to 1.
    pub first: f64,
    /// Probability that one of the first five candidates is faulty. Range: 0 to 1.
    pub five: f64,
}

impl Found {
    /// Computes it from the candidates' scores and the faulty indices; all zero if none is faulty. Cost:
    /// O(candidates).
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
        // Probability that no faulty candidate has come up in the tie so far.
        let mut missed = 1.0;
        for place in 0..=equal - hits {
            let chance = hits as f64 / (equal - place) as f64;
            found.reciprocal += missed * chance / (above + place + 1) as f64;
            if above + place == 0 {
                found.first = chance;
            }
            if above + place < 5 {
                found.five += missed * chance;
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
        // In two of three orders the first candidate is faulty; otherwise the second is.
        close(Found::of(&[1.0, 1.0 + 1e-12, 1.0], &[0, 2]), 2.0 / 3.0 + 1.0 / 6.0, 2.0 / 3.0);
        // Below a candidate that is not faulty.
        close(Found::of(&[2.0, 1.0, 1.0], &[1]), 5.0 / 12.0, 0.0);
    }

    #[test]
    fn five_candidates_are_looked_at() {
        let five = |scores: &[f64], faulty: &[usize]| Found::of(scores, faulty).five;
        assert!((five(&[1.0; 10], &[9]) - 0.5).abs() < 1e-12);
        // One candidate above, so that four of the nine alike are among the five: both are missed in 5/9 * 4/8 of the orders.
        let mut scores = [1.0; 10];
        scores[0] = 2.0;
        assert!((five(&scores, &[8, 9]) - (1.0 - 5.0 / 18.0)).abs() < 1e-12);
        assert!((five(&[3.0, 2.0], &[1]) - 1.0).abs() < 1e-12);
        assert!(five(&[6.0, 5.0, 4.0, 3.0, 2.0, 1.0], &[5]).abs() < 1e-12);
    }

    #[test]
    fn nothing_is_found_where_nothing_is_faulty() {
        close(Found::of(&[1.0], &[]), 0.0, 0.0);
        close(Found::of(&[], &[]), 0.0, 0.0);
    }
}
