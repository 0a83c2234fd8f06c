//! Weights of the kinds of evidence.

use super::{Kind, LineKind, LineRow, Stated};

/// Largest probability of one suspect; the rest is shared equally by all candidates.
pub const SURE: f64 = 0.9;

/// The weight of a line that is [alone](super::alone), a power of e. Not learned: of 93 methods with a faulty line eight have such
/// lines. From 2 to 5 the weight puts as many faulty lines first and in five.
pub const ALONE: f64 = 2.0;

/// Weights of the kinds of evidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    of: [f64; Kind::ALL.len()],
    lines: LineRow,
    stated: Stated,
}

impl Weights {
    /// The built-in weights, from `native/analysis/learned-metrics/models/ranking.json`; its model card describes the
    /// training data.
    pub const SHIPPED: Self = Self {
        of: [
            1.654_186, 0.789_632, 1.917_685, -1.521_579, 0.772_538, 3.220_79, 3.941_496, 3.058_416,
            0.255_167, 1.794_506,
        ],
        lines: [1.095_1, 0.270_603, -0.519_369, 0.66],
        stated: Stated::new([-0.065_384, 0.795_634, -0.238_482]),
    };

    /// Weights in the order of [`Kind::ALL`]. Evidence about lines weighs 0, and probabilities are not calibrated.
    pub const fn new(of: [f64; Kind::ALL.len()]) -> Self {
        Self { of, lines: [0.0; LineKind::ALL.len()], stated: Stated::PLAIN }
    }

    /// Sets the weights of evidence about lines, in the order of [`LineKind::ALL`].
    #[must_use]
    pub const fn with_lines(self, lines: LineRow) -> Self {
        Self { lines, ..self }
    }

    /// Sets the calibration of the first suspect's probability.
    #[must_use]
    pub const fn with_stated(self, stated: Stated) -> Self {
        Self { stated, ..self }
    }

    /// The calibration of the first suspect's probability.
    pub fn stated(&self) -> &Stated {
        &self.stated
    }

    /// The weights of evidence about lines, in the order of [`LineKind::ALL`].
    pub fn lines(&self) -> &LineRow {
        &self.lines
    }

    /// The factor of a line's score from evidence about the line.
    pub fn line_factor(&self, row: &LineRow) -> f64 {
        self.lines.iter().zip(row).map(|(weight, value)| weight * value).sum::<f64>().exp()
    }

    /// The factor of a line's score from whether it is [alone](super::alone).
    pub fn alone_factor(alone: bool) -> f64 {
        if alone { ALONE.exp() } else { 1.0 }
    }

    /// The weight of a kind.
    pub fn of(&self, kind: Kind) -> f64 {
        self.of[kind.index()]
    }

    /// All weights, in the order of [`Kind::ALL`].
    pub fn all(&self) -> &[f64; Kind::ALL.len()] {
        &self.of
    }

    /// The factor of a score from evidence from failing tests.
    pub fn factor(&self, told: &[f64; Kind::TOLD]) -> f64 {
        let weighed = self.of[Kind::COUNTED..].iter().zip(told).map(|(weight, value)| weight * value);
        weighed.sum::<f64>().exp()
    }
}

/// Returns the probability that each candidate is faulty: [`SURE`] is shared in proportion to the scores, the rest equally.
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
