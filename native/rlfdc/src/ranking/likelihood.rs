//! How likely the faulty methods are by some weights.

use faultline_scoring::evidence::{Kind, SURE};
// The last bits of `f64::exp` and `f64::ln` depend on the C library; weights must come out the same everywhere.
use libm::exp;

use super::Lesson;

const KINDS: usize = Kind::ALL.len();

/// Slope and curve of a sum over faults, weight by weight.
#[derive(Clone, Debug, Default)]
pub(super) struct Derivatives {
    /// First derivatives of the logarithm of the faulty methods' probability.
    pub slope: [f64; KINDS],
    /// Second ones with the sign turned, as if the faulty methods were known.
    pub curve: [f64; KINDS],
}

/// The probability that a ranking gives to the faulty methods of a lesson, which it never says is surer than
/// [`SURE`]: with the rest of the probability any candidate may be the fault. A few faults that nothing speaks for would else decide
/// the weights. Adds how its logarithm changes.
pub(super) fn probability(lesson: &Lesson, weights: &[f64; KINDS], changes: &mut Derivatives) -> f64 {
    let dot = |row: &[f64; KINDS]| row.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f64>();
    let scores: Vec<f64> = lesson.rows.iter().map(dot).collect();
    let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = scores.into_iter().map(|score| exp(score - largest)).collect();
    let sum: f64 = powers.iter().sum();
    let shares: Vec<f64> = powers.into_iter().map(|power| power / sum).collect();
    let p: f64 = lesson.faulty.iter().map(|&faulty| shares[faulty]).sum();
    let any = lesson.faulty.len() as f64 / lesson.rows.len().max(1) as f64;
    let likely = SURE * p + (1.0 - SURE) * any;
    if p <= 0.0 {
        return likely;
    }
    // How much of the probability is the weights' doing.
    let doing = SURE * p / likely;
    let (mut mean, mut square, mut of_faulty) = ([0.0; KINDS], [0.0; KINDS], [0.0_f64; KINDS]);
    for (row, share) in lesson.rows.iter().zip(&shares) {
        for kind in 0..KINDS {
            mean[kind] += share * row[kind];
            square[kind] += share * row[kind] * row[kind];
        }
    }
    for &faulty in &lesson.faulty {
        for (mean, value) in of_faulty.iter_mut().zip(&lesson.rows[faulty]) {
            *mean += shares[faulty] * value / p;
        }
    }
    for kind in 0..KINDS {
        changes.slope[kind] += doing * (of_faulty[kind] - mean[kind]);
        changes.curve[kind] += doing * (square[kind] - mean[kind] * mean[kind]);
    }
    likely
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson() -> Lesson {
        let mut rows = vec![[0.0; KINDS]; 4];
        for (at, row) in rows.iter_mut().enumerate() {
            row.iter_mut()
                .enumerate()
                .for_each(|(kind, value)| *value = ((at * 7 + kind * 3) % 5) as f64 / 4.0);
        }
        Lesson { methods: vec![0, 3, 4, 9], rows, faulty: vec![1, 2] }
    }

    #[test]
    fn the_slope_is_how_the_logarithm_changes() {
        let (lesson, weights) = (lesson(), std::array::from_fn(|kind| kind as f64 / 5.0 - 1.0));
        let mut changes = Derivatives::default();
        probability(&lesson, &weights, &mut changes);
        for kind in 0..KINDS {
            let at = |by: f64| {
                let mut moved: [f64; KINDS] = weights;
                moved[kind] += by;
                probability(&lesson, &moved, &mut Derivatives::default()).ln()
            };
            let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
            assert!((slope - changes.slope[kind]).abs() < 1e-6, "{kind}: {slope}, {}", changes.slope[kind]);
        }
    }

    #[test]
    fn without_weights_all_candidates_are_alike() {
        let likely = probability(&lesson(), &[0.0; KINDS], &mut Derivatives::default());
        assert!((likely - 0.5).abs() < 1e-12, "{likely}");
    }
}
