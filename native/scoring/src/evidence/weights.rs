//! What each kind of evidence weighs.

use super::Kind;

/// How sure a ranking may be of its first suspect at most: with the rest of the probability any candidate may be the fault.
pub const SURE: f64 = 0.9;

/// What each kind of evidence weighs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    of: [f64; Kind::ALL.len()],
}

impl Weights {
    /// Those of the program: of `native/rlfdc/models/ranking.json`, whose card says what they were learned from.
    pub const SHIPPED: Self = Self {
        of: [
            1.629_68, 0.798_985, 1.877_33, -1.557_055, 0.880_239, 3.134_122, 4.194_487, 3.075_695, 0.265_411,
            1.890_039,
        ],
    };

    /// In the order of [`Kind::ALL`].
    pub const fn new(of: [f64; Kind::ALL.len()]) -> Self {
        Self { of }
    }

    /// What a kind weighs.
    pub fn of(&self, kind: Kind) -> f64 {
        self.of[kind.index()]
    }

    /// In the order of [`Kind::ALL`].
    pub fn all(&self) -> &[f64; Kind::ALL.len()] {
        &self.of
    }

    /// What evidence that failing tests tell multiplies a score by.
    pub fn factor(&self, told: &[f64; Kind::TOLD]) -> f64 {
        let weighed = self.of[Kind::COUNTED..].iter().zip(told).map(|(weight, value)| weight * value);
        weighed.sum::<f64>().exp()
    }
}

/// The chance of each candidate to be the fault: scores over their sum, and the rest of what is [`SURE`] for any of them.
/// Shape: as `scores`, which are not negative. Cost: O(candidates).
pub fn probabilities(scores: &[f64]) -> Vec<f64> {
    let sum: f64 = scores.iter().sum();
    let alike = 1.0 / scores.len().max(1) as f64;
    let of = |&score: &f64| {
        if sum > 0.0 && sum.is_finite() { SURE * score / sum + (1.0 - SURE) * alike } else { alike }
    };
    scores.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_to_one_and_none_is_surer_than_sure() {
        let of = probabilities(&[1.0, 1.0, 2.0, 0.0]);
        assert!((of.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((of[2] - 0.475).abs() < 1e-12 && (of[3] - 0.025).abs() < 1e-12, "{of:?}");
        assert!(probabilities(&[0.0, 0.0]).iter().all(|p| (p - 0.5).abs() < 1e-12));
    }
}
