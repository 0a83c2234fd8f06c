//! Effect sizes of two samples.

/// Vargha and Delaney's A12: the probability that a value drawn from `first` is better than one drawn from
/// `second`; ties count half.
///
/// `larger_is_better` defines better, so that more than 0.5 always favours `first`.
/// Units: 0..=1; 0.5 if a sample is empty, because nothing favours either.
/// Panics: a NaN. Cost: O(n log n).
/// Source: Vargha, Delaney, J. Educ. Behav. Stat. 25(2), 2000.
pub fn a12(first: &[f64], second: &[f64], larger_is_better: bool) -> f64 {
    if first.is_empty() || second.is_empty() {
        return 0.5;
    }
    let mut sorted = second.to_vec();
    sorted.sort_by(f64::total_cmp);
    let wins: f64 = first
        .iter()
        .map(|&value| {
            assert!(!value.is_nan(), "a measured value is a number");
            let below = sorted.partition_point(|&other| other < value);
            let not_above = sorted.partition_point(|&other| other <= value);
            f64::midpoint(below as f64, not_above as f64)
        })
        .sum();
    let larger = wins / (first.len() as f64 * second.len() as f64);
    if larger_is_better { larger } else { 1.0 - larger }
}

/// The increase ratio (before − after) / before: the share of a cost that a change saves.
///
/// Units: at most 1, negative if the cost increased; 0/0 is 0.
/// Source: Zhang et al., the cloning paper's measure of expense.
pub fn increase_ratio(before: f64, after: f64) -> f64 {
    let saved = before - after;
    if saved == 0.0 { 0.0 } else { saved / before }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-12, "{a} is not {b}");
    }

    #[test]
    fn the_share_of_pairs_that_the_first_sample_wins() {
        // 3 beats 1 and 2 and ties with 3; 4 beats all; 1 ties with 1: 2.5 + 3 + 0.5 of 9.
        close(a12(&[3.0, 4.0, 1.0], &[1.0, 2.0, 3.0], true), 6.0 / 9.0);
        close(a12(&[3.0, 4.0, 1.0], &[1.0, 2.0, 3.0], false), 3.0 / 9.0);
    }

    #[test]
    fn equal_samples_are_at_one_half_and_separate_ones_at_the_ends() {
        close(a12(&[1.0, 2.0], &[2.0, 1.0], true), 0.5);
        close(a12(&[5.0, 6.0], &[1.0, 2.0, 3.0], true), 1.0);
        close(a12(&[5.0, 6.0], &[1.0, 2.0, 3.0], false), 0.0);
        close(a12(&[], &[1.0], true), 0.5);
    }

    #[test]
    fn savings_are_relative_to_the_cost_before() {
        close(increase_ratio(0.4, 0.3), 0.25);
        close(increase_ratio(0.3, 0.4), -1.0 / 3.0);
        close(increase_ratio(0.0, 0.0), 0.0);
    }
}
