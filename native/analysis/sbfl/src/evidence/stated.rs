//! The stated probability of a ranking's first suspect.

use super::weights::probabilities;

/// Calibrates the probability of the first suspect. The log odds become a constant, a multiple of themselves, and a multiple
/// of the log of the number of candidates relative to [`MANY`]. Among a thousand methods the first is faulty less often than
/// its share of all scores, among five more often.
///
/// Fitted on faults of projects that the weights were not fitted on. Source: Platt, *Probabilistic outputs for support
/// vector machines* (1999).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stated {
    of: [f64; Stated::NAMES.len()],
}

/// The logarithm of the number of candidates, about fifty, at which the third term is 0.
const MANY: f64 = 4.0;

impl Stated {
    /// Names of the coefficients in files, in order.
    pub const NAMES: [&str; 3] = ["stated", "stated-odds", "stated-candidates"];

    /// Leaves probabilities unchanged.
    pub const PLAIN: Self = Self { of: [0.0, 1.0, 0.0] };

    /// Takes the coefficients in the order of [`Stated::NAMES`].
    pub const fn new(of: [f64; Self::NAMES.len()]) -> Self {
        Self { of }
    }

    /// The coefficients, in the order of [`Stated::NAMES`].
    pub fn all(&self) -> &[f64; Self::NAMES.len()] {
        &self.of
    }

    /// The regressors for a probability and a number of candidates; finite for a probability of 1. Range: above 0 to 1.
    pub fn row(chance: f64, candidates: usize) -> [f64; Self::NAMES.len()] {
        // Caps the probability, so that the odds are finite.
        let chance = chance.min(1.0 - 1e-6);
        [1.0, (chance / (1.0 - chance)).ln(), (candidates as f64).ln() - MANY]
    }

    /// Returns the probability that each candidate is faulty. The first, and those tied with it, get the calibrated value;
    /// the others share the rest in proportion to [`probabilities`], none above the first. Shape: as `scores`, which are not
    /// negative. Cost: O(candidates).
    pub fn chances(&self, scores: &[f64]) -> Vec<f64> {
        let mut chances = probabilities(scores);
        let largest = chances.iter().copied().fold(0.0, f64::max);
        let is_first = |chance: f64| chance >= largest * (1.0 - 1e-9);
        let firsts = chances.iter().filter(|&&chance| is_first(chance)).count() as f64;
        let rest = 1.0 - firsts * largest;
        if chances.len() as f64 <= firsts || rest <= 0.0 {
            return chances;
        }
        let second = chances.iter().copied().filter(|&chance| !is_first(chance)).fold(0.0, f64::max);
        let row = Self::row(largest, chances.len());
        let odds: f64 = self.of.iter().zip(row).map(|(weight, value)| weight * value).sum();
        // Keeps the first at least as probable as the second, and leaves the others at least half of their share.
        let least = second / (rest + firsts * second);
        let most = (firsts * largest + rest / 2.0) / firsts;
        let stated = (1.0 / (1.0 + (-odds).exp())).clamp(least, most.max(least));
        let shrink = (1.0 - firsts * stated) / rest;
        for chance in &mut chances {
            *chance = if is_first(*chance) { stated } else { *chance * shrink };
        }
        chances
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn plain_says_the_share() {
        let scores = [4.0, 2.0, 1.0, 1.0];
        for (a, b) in Stated::PLAIN.chances(&scores).into_iter().zip(probabilities(&scores)) {
            assert!((a - b).abs() < 1e-12);
        }
    }

    #[test]
    fn the_first_gets_what_was_learned_and_the_others_share_the_rest() {
        let stated = Stated::new([0.5, 1.0, 0.0]);
        let (plain, chances) = (probabilities(&[4.0, 2.0, 1.0]), stated.chances(&[4.0, 2.0, 1.0]));
        let odds = |chance: f64| (chance / (1.0 - chance)).ln();
        assert!((odds(chances[0]) - odds(plain[0]) - 0.5).abs() < 1e-9, "{chances:?}");
        assert!((chances[1] / chances[2] - plain[1] / plain[2]).abs() < 1e-9, "{chances:?}");
        let many = Stated::new([0.0, 1.0, -0.3]).chances(&[[4.0].as_slice(), &[1.0; 400]].concat());
        let of_many = probabilities(&[[4.0].as_slice(), &[1.0; 400]].concat());
        assert!(many[0] < of_many[0], "{} of many candidates is less than {}", many[0], of_many[0]);
    }

    #[test]
    fn what_cannot_be_told_apart_is_as_it_was() {
        let stated = Stated::new([3.0, 1.0, -1.0]);
        assert_eq!(stated.chances(&[]).len(), 0);
        for scores in [[1.0].as_slice(), &[2.0, 2.0], &[0.0, 0.0, 0.0]] {
            let alike = 1.0 / scores.len() as f64;
            assert!(stated.chances(scores).iter().all(|chance| (chance - alike).abs() < 1e-12), "{scores:?}");
        }
    }

    proptest! {
        #[test]
        fn chances_add_up_to_one_and_keep_their_order(
            scores in prop::collection::vec(0.0..100.0_f64, 1..40),
            of in prop::array::uniform3(-4.0..4.0_f64),
        ) {
            let chances = Stated::new(of).chances(&scores);
            prop_assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{chances:?}");
            for (a, of_a) in scores.iter().zip(&chances) {
                prop_assert!((0.0..=1.0 + 1e-12).contains(of_a), "{chances:?}");
                for (b, of_b) in scores.iter().zip(&chances) {
                    prop_assert!(a < b || of_a >= &(of_b - 1e-9), "{scores:?} {chances:?}");
                }
            }
        }
    }
}
