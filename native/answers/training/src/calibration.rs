//! Calibration: how far the stated probability of the first suspect is from observation, and how far it would
//! be by chance.

use faultline_learned_metrics::Random;

/// Number of bootstrap draws, and their seed.
const DRAWS: usize = 4_000;
const SEED: u64 = 1;

/// Stated and observed probability of first suspects: means over the faults of one range.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Range {
    /// Mean of the stated probabilities.
    pub stated: f64,
    /// Share of first suspects that were the fault.
    pub observed: f64,
    /// Number of faults.
    pub faults: usize,
}

/// Groups faults by tenths of the stated probability; nonempty tenths, ascending. Each pair has the stated
/// probability of a first suspect and whether it was the fault (for a tie, the share of the tied that were).
pub fn reliability(said: &[(f64, f64)]) -> Vec<Range> {
    let mut ranges = [Range::default(); 10];
    for &(stated, observed) in said {
        let range = &mut ranges[((stated * 10.0) as usize).min(9)];
        range.stated += stated;
        range.observed += observed;
        range.faults += 1;
    }
    let mean = |range: Range| {
        let faults = range.faults as f64;
        Range { stated: range.stated / faults, observed: range.observed / faults, ..range }
    };
    ranges.into_iter().filter(|range| range.faults > 0).map(mean).collect()
}

/// The expected calibration error: mean distance between stated and observed over the faults, by the ranges
/// of [`reliability`].
/// Source: Naeini, Cooper and Hauskrecht, AAAI 2015.
pub fn calibration_error(said: &[(f64, f64)]) -> f64 {
    let distance = |range: &Range| (range.stated - range.observed).abs() * range.faults as f64;
    reliability(said).iter().map(distance).sum::<f64>() / said.len().max(1) as f64
}

/// The calibration error that a perfectly calibrated ranking has by chance on as many faults.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ByChance {
    /// Its mean.
    pub mean: f64,
    /// Its 95th percentile.
    pub high: f64,
    /// Share of draws in which it is at least as large as the observed one. Range: 0 to 1.
    pub p: f64,
}

/// Computes the error if each first suspect were the fault exactly with the stated probability: a parametric
/// bootstrap with a fixed seed, 4,000 draws. Source: Broecker and Smith, Weather and Forecasting 22(3), 2007.
/// Cost: 4,000 passes over the faults.
pub fn by_chance(said: &[(f64, f64)]) -> ByChance {
    let mut random = Random::new(SEED);
    let mut drawn = said.to_vec();
    let mut errors: Vec<f64> = (0..DRAWS)
        .map(|_| {
            for (stated, observed) in &mut drawn {
                *observed = f64::from(u8::from(random.unit() < *stated));
            }
            calibration_error(&drawn)
        })
        .collect();
    errors.sort_by(f64::total_cmp);
    let seen = calibration_error(said);
    ByChance {
        mean: errors.iter().sum::<f64>() / DRAWS as f64,
        high: errors[DRAWS - 1 - DRAWS / 20],
        p: errors.iter().filter(|&&error| error >= seen).count() as f64 / DRAWS as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_the_means_of_what_was_stated_and_seen() {
        let said = [(0.12, 0.0), (0.18, 1.0), (0.95, 1.0), (1.0, 1.0)];
        let ranges = reliability(&said);
        assert_eq!(ranges.iter().map(|range| range.faults).collect::<Vec<_>>(), [2, 2]);
        assert!((ranges[0].stated - 0.15).abs() < 1e-12 && (ranges[0].observed - 0.5).abs() < 1e-12);
        assert!((calibration_error(&said) - (0.7 + 0.05) / 4.0).abs() < 1e-12);
    }

    #[test]
    fn of_one_range_chance_is_the_mean_distance_of_a_binomial_share() {
        // The mean absolute deviation of a normal variable is sqrt(2/pi) of its standard deviation, here
        // about sqrt(0.25/100).
        let honest: Vec<(f64, f64)> = (0..100).map(|at| (0.55, f64::from(u8::from(at < 55)))).collect();
        let chance = by_chance(&honest);
        let deviation = (0.55_f64 * 0.45 / 100.0).sqrt();
        assert!((chance.mean - deviation * 0.797_9).abs() < 0.002, "{chance:?}");
        assert!((chance.high - deviation * 1.96).abs() < 0.011, "{chance:?}");
        assert!(chance.p > 0.99, "{chance:?}");
    }

    #[test]
    fn a_ranking_that_is_far_too_sure_is_told_from_one_that_says_the_truth() {
        let said: Vec<(f64, f64)> = (0..60).map(|at| (0.85, f64::from(at % 2))).collect();
        assert!(by_chance(&said).p < 0.001);
        assert_eq!(by_chance(&[]), ByChance { mean: 0.0, high: 0.0, p: 1.0 });
    }
}
