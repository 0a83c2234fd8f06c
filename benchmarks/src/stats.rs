//! Minimum, median and ratios of samples.

pub use faultline_evaluation::interval_of;

/// The smallest of some samples; infinite for none.
pub fn min(samples: &[f64]) -> f64 {
    samples.iter().copied().fold(f64::INFINITY, f64::min)
}

/// The median; the mean of the middle two for an even number. Panics: no sample.
pub fn median(samples: &[f64]) -> f64 {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len().is_multiple_of(2) {
        f64::midpoint(sorted[middle - 1], sorted[middle])
    } else {
        sorted[middle]
    }
}

/// Ratios `samples / base`, sample by sample, to compare within rounds. Panics: lengths differ.
pub fn ratios(samples: &[f64], base: &[f64]) -> Vec<f64> {
    assert_eq!(samples.len(), base.len());
    samples.iter().zip(base).map(|(s, b)| s / b).collect()
}

/// The mean; 0 for no sample.
pub fn mean(samples: &[f64]) -> f64 {
    samples.iter().sum::<f64>() / samples.len().max(1) as f64
}

/// The geometric mean, suitable for ratios; 1 for no sample.
pub fn geometric_mean(samples: &[f64]) -> f64 {
    mean(&samples.iter().map(|sample| sample.ln()).collect::<Vec<_>>()).exp()
}

/// The smallest sample that is not exceeded by this fraction of all samples. Panics: no sample.
pub fn quantile(samples: &[f64], share: f64) -> f64 {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = (share * sorted.len() as f64).ceil() as usize;
    sorted[place.clamp(1, sorted.len()) - 1]
}

/// A 95 % confidence interval of the median. Panics: no sample.
pub fn interval(samples: &[f64]) -> (f64, f64) {
    interval_of(samples, median)
}

/// The order of `n` variants in a round: each has every position equally often, so that none always runs on a machine warmed by another.
pub fn rotation(round: usize, n: usize) -> impl Iterator<Item = usize> {
    (0..n).map(move |i| (round + i) % n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_of_odd_and_even_numbers_of_samples() {
        assert_eq!(median(&[3.0, 1.0, 2.0]).to_bits(), 2.0_f64.to_bits());
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]).to_bits(), 2.5_f64.to_bits());
    }

    #[test]
    fn an_interval_holds_the_median_and_shrinks_with_more_samples() {
        let few: Vec<f64> = (0..5).map(f64::from).collect();
        let many: Vec<f64> = (0..100).map(|i| f64::from(i) / 20.0).collect();
        let width = |samples: &[f64]| {
            let (low, high) = interval(samples);
            assert!(low <= median(samples) && median(samples) <= high);
            high - low
        };
        assert!(width(&many) < width(&few), "{} {}", width(&many), width(&few));
        assert_eq!(interval(&[2.0]), (2.0, 2.0));
    }

    #[test]
    fn the_interval_of_the_median_is_that_of_the_order_statistics() {
        // Of 11 samples the exact 95 % interval reaches from the second smallest to the second largest.
        let samples: Vec<f64> = (1..=11).map(f64::from).collect();
        let (low, high) = interval(&samples);
        assert!((2.0..=4.0).contains(&low) && (8.0..=10.0).contains(&high), "{low} {high}");
    }

    #[test]
    fn a_ratio_and_its_inverse_have_the_geometric_mean_1() {
        assert!((geometric_mean(&[4.0, 0.25]) - 1.0).abs() < 1e-12);
        assert!((geometric_mean(&[2.0, 8.0]) - 4.0).abs() < 1e-12);
    }

    #[test]
    fn minimum_is_the_smallest() {
        assert_eq!(min(&[3.0, 1.0, 2.0]).to_bits(), 1.0_f64.to_bits());
    }

    #[test]
    fn ratios_compare_within_a_round() {
        assert_eq!(ratios(&[2.0, 9.0], &[1.0, 3.0]), [2.0, 3.0]);
    }

    #[test]
    fn every_variant_runs_in_every_place_equally_often() {
        let rounds: Vec<Vec<usize>> = (0..3).map(|r| rotation(r, 3).collect()).collect();
        assert_eq!(rounds, [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
    }
}
