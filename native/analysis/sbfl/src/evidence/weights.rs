//! What each kind of evidence weighs.

use super::{Kind, LineKind, LineRow, Stated};

/// How sure a ranking may be of its first suspect at most: with the rest of the probability any candidate may be the fault.
pub const SURE: f64 = 0.9;

/// What each kind of evidence weighs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    of: [f64; Kind::ALL.len()],
    lines: LineRow,
    stated: Stated,
}

impl Weights {
    /// Those of the program: of `native/analysis/learned-metrics/models/ranking.json`, whose card says what they were learned from.
    pub const SHIPPED: Self = Self {
        of: [
            1.654_186, 0.789_632, 1.917_685, -1.521_579, 0.772_538, 3.220_79, 3.941_496, 3.058_416,
            0.255_167, 1.794_506,
        ],
        lines: [1.095_1, 0.270_603, -0.519_369],
        stated: Stated::new([-0.065_384, 0.795_634, -0.238_482]),
    };

    /// In the order of [`Kind::ALL`]; lines of a method differ by their counts alone, and what is stated is a share.
    pub const fn new(of: [f64; Kind::ALL.len()]) -> Self {
        Self { of, lines: [0.0; LineKind::ALL.len()], stated: Stated::PLAIN }
    }

    /// The same with what evidence about lines weighs, in the order of [`LineKind::ALL`].
    #[must_use]
    pub const fn with_lines(self, lines: LineRow) -> Self {
        Self { lines, ..self }
    }

    /// The same with what is stated of first suspects.
    #[must_use]
    pub const fn with_stated(self, stated: Stated) -> Self {
        Self { stated, ..self }
    }

    /// What is stated of first suspects.
    pub fn stated(&self) -> &Stated {
        &self.stated
    }

    /// What evidence about lines weighs, in the order of [`LineKind::ALL`].
    pub fn lines(&self) -> &LineRow {
        &self.lines
    }

    /// What evidence about a line multiplies its score by.
    pub fn line_factor(&self, row: &LineRow) -> f64 {
        self.lines.iter().zip(row).map(|(weight, value)| weight * value).sum::<f64>().exp()
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
