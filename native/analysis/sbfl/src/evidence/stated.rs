//! How sure a ranking says it is of its first suspect.

use super::weights::probabilities;

/// What is added to the logarithm of the odds of a first suspect: a number, a multiple of them, and a multiple of the logarithm of how
/// many candidates there are, from [`MANY`] on. Of a thousand methods the first one is the fault less often than its share of all scores
/// says, and of five more often.
///
/// Learned from faults of projects that the weights were not learned from, as in Platt, *Probabilistic outputs for support vector machines* (1999).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stated {
    of: [f64; Stated::NAMES.len()],
}

/// The logarithm of the number of candidates for which nothing is added: some fifty.
const MANY: f64 = 4.0;

impl Stated {
    /// Names in files, in their order.
    pub const NAMES: [&str; 3] = ["stated", "stated-odds", "stated-candidates"];

    /// What says of a share just that.
    pub const PLAIN: Self = Self { of: [0.0, 1.0, 0.0] };

    /// In the order of [`Stated::NAMES`].
    pub const fn new(of: [f64; Self::NAMES.len()]) -> Self {
        Self { of }
    }

    /// In the order of [`Stated::NAMES`].
    pub fn all(&self) -> &[f64; Self::NAMES.len()] {
        &self.of
    }

    /// What is weighed of a chance among so many candidates; of a chance of 1 very much. Range of the chance: above 0 to 1.
    pub fn row(chance: f64, candidates: usize) -> [f64; Self::NAMES.len()] {
        // Nothing is surer than what is one in a million.
        let chance = chance.min(1.0 - 1e-6);
        [1.0, (chance / (1.0 - chance)).ln(), (candidates as f64).ln() - MANY]
    }

    /// The chance of each candidate to be the fault: of the first, and of those as good as it, as was learned; the others divide
    /// what remains as [`probabilities`] has them, none of them above the first.
    /// Shape: as `scores`, which are not negative. Cost: O(candidates).
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
        // No less than the second has then, and no more than leaves half of the rest.
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
