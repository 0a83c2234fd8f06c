//! Likelihood of the faulty candidates under given weights.

use faultline_sbfl::evidence::SURE;
// The last bits of `f64::exp` and `f64::ln` depend on the C library; weights must be the same on every machine.
use libm::exp;

/// Candidates with their evidence, some of them faulty.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidates<'a, const KINDS: usize> {
    /// Evidence of each candidate.
    pub rows: &'a [[f64; KINDS]],
    /// Other score of each candidate, as a logarithm; empty if there is none.
    pub besides: &'a [f64],
    /// The faulty candidates.
    pub faulty: &'a [usize],
}

/// First and second derivatives of a sum over faults, by weight.
#[derive(Clone, Debug)]
pub(super) struct Derivatives<const KINDS: usize> {
    /// First derivatives of the log probability of the faulty candidates.
    pub slope: [f64; KINDS],
    /// Negated second derivatives, as if the faulty candidates were known.
    pub curve: [f64; KINDS],
}

impl<const KINDS: usize> Default for Derivatives<KINDS> {
    fn default() -> Self {
        Self { slope: [0.0; KINDS], curve: [0.0; KINDS] }
    }
}

/// The probability of the faulty candidates of a fault; adds the derivatives of its logarithm to `changes`. Only [`SURE`] of
/// the probability follows the scores; the rest is spread over all candidates, so that a few faults without evidence do not
/// dominate the weights.
pub(super) fn probability<const KINDS: usize>(
    candidates: Candidates<'_, KINDS>,
    weights: &[f64; KINDS],
    changes: &mut Derivatives<KINDS>,
) -> f64 {
    let Candidates { rows, faulty, .. } = candidates;
    let shares = shares(candidates, weights);
    let p: f64 = faulty.iter().map(|&faulty| shares[faulty]).sum();
    let any = faulty.len() as f64 / rows.len().max(1) as f64;
    let likely = SURE * p + (1.0 - SURE) * any;
    if p <= 0.0 {
        return likely;
    }
    // Share of the probability that depends on the weights.
    let doing = SURE * p / likely;
    let (mut mean, mut square, mut of_faulty) = ([0.0; KINDS], [0.0; KINDS], [0.0_f64; KINDS]);
    for (row, share) in rows.iter().zip(&shares) {
        for kind in 0..KINDS {
            mean[kind] += share * row[kind];
            square[kind] += share * row[kind] * row[kind];
        }
    }
    for &faulty in faulty {
        for (mean, value) in of_faulty.iter_mut().zip(&rows[faulty]) {
            *mean += shares[faulty] * value / p;
        }
    }
    for kind in 0..KINDS {
        changes.slope[kind] += doing * (of_faulty[kind] - mean[kind]);
        changes.curve[kind] += doing * (square[kind] - mean[kind] * mean[kind]);
    }
    likely
}

/// Each candidate's share of the sum of all scores.
fn shares<const KINDS: usize>(candidates: Candidates<'_, KINDS>, weights: &[f64; KINDS]) -> Vec<f64> {
    let dot = |row: &[f64; KINDS]| row.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f64>();
    let mut scores: Vec<f64> = candidates.rows.iter().map(dot).collect();
    scores.iter_mut().zip(candidates.besides).for_each(|(score, besides)| *score += besides);
    let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = scores.into_iter().map(|score| exp(score - largest)).collect();
    let sum: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: usize = 10;

    fn rows() -> Vec<[f64; KINDS]> {
        let row = |at: usize| std::array::from_fn(|kind| ((at * 7 + kind * 3) % 5) as f64 / 4.0);
        (0..4).map(row).collect()
    }

    #[test]
    fn the_slope_is_how_the_logarithm_changes() {
        let (rows, weights) = (rows(), std::array::from_fn(|kind| kind as f64 / 5.0 - 1.0));
        for besides in [&[][..], &[0.5, -1.0, 0.0, 2.0]] {
            let candidates = Candidates { rows: &rows, besides, faulty: &[1, 2] };
            let mut changes = Derivatives::default();
            probability(candidates, &weights, &mut changes);
            for kind in 0..KINDS {
                let at = |by: f64| {
                    let mut moved: [f64; KINDS] = weights;
                    moved[kind] += by;
                    probability(candidates, &moved, &mut Derivatives::default()).ln()
                };
                let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
                assert!(
                    (slope - changes.slope[kind]).abs() < 1e-6,
                    "{kind}: {slope}, {}",
                    changes.slope[kind]
                );
            }
        }
    }

    #[test]
    fn without_weights_all_candidates_are_alike() {
        let candidates = Candidates { rows: &rows(), besides: &[], faulty: &[1, 2] };
        let likely = probability(candidates, &[0.0; KINDS], &mut Derivatives::default());
        assert!((likely - 0.5).abs() < 1e-12, "{likely}");
    }

    #[test]
    fn what_scores_besides_is_as_a_weighed_kind() {
        let rows = [[0.0], [2.0_f64.ln()], [4.0_f64.ln()]];
        let none = Candidates { rows: &[[0.0]; 3], besides: &rows.map(|[score]| score), faulty: &[2] };
        let likely = probability(none, &[0.0], &mut Derivatives::default());
        assert!((likely - (SURE * 4.0 / 7.0 + (1.0 - SURE) / 3.0)).abs() < 1e-12, "{likely}");
    }
}
