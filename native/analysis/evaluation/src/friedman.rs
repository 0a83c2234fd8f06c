//! Tests of more than two columns at once: Friedman's with Iman and Davenport's correction, and Holm's adjustment.

/// Convergence of the continued fraction.
const SMALL: f64 = 1e-15;
/// Steps after which the continued fraction ends in any case.
const STEPS: u32 = 10_000;
/// Relative tolerance within which values are equal.
const TOLERANCE: f64 = 1e-12;

/// The result of Friedman's test.
#[derive(Clone, Debug, PartialEq)]
pub struct Friedman {
    /// Mean rank of each column over faults, 1 the best; equal values share their mean rank.
    pub ranks: Vec<f64>,
    /// Friedman's statistic, corrected for ties.
    pub chi_squared: f64,
    /// Iman and Davenport's statistic; infinite if all faults order the columns alike.
    pub f: f64,
    /// The probability of a statistic at least as large by chance; 1 if nothing differs.
    pub p: f64,
}

/// Compares columns of values, each with one value per fault; `None` for fewer than three columns or two faults.
///
/// Panics: columns of unequal length. Cost: O(faults * columns log columns).
/// Source: Friedman, J. Am. Stat. Assoc. 32, 1937; Iman, Davenport, Comm. Stat. A 9(6), 1980, as in Demšar, JMLR 7, 2006, whose
/// statistic has no correction for ties. That of textbooks is used: Hollander, Wolfe, Nonparametric Statistical Methods, 7.1.
pub fn friedman(columns: &[Vec<f64>], larger_is_better: bool) -> Option<Friedman> {
    let faults = columns.first()?.len();
    if columns.len() < 3 || faults < 2 {
        return None;
    }
    assert!(columns.iter().all(|column| column.len() == faults), "a value of each column per fault");
    let (mut sums, mut ties) = (vec![0.0; columns.len()], 0.0);
    for fault in 0..faults {
        let sign = if larger_is_better { -1.0 } else { 1.0 };
        let values: Vec<f64> = columns.iter().map(|column| sign * column[fault]).collect();
        for (sum, (rank, equal)) in sums.iter_mut().zip(ranks(&values)) {
            *sum += rank;
            // Each of t equal values adds t^2 - 1, so they add t^3 - t.
            ties += equal * equal - 1.0;
        }
    }
    Some(of_ranks(sums.into_iter().map(|sum| sum / faults as f64).collect(), faults, ties))
}

/// Ranks from 1 for the smallest value, each with the number of values that have it; equal values share their mean rank.
fn ranks(values: &[f64]) -> Vec<(f64, f64)> {
    let is_equal = |a: f64, b: f64| (a - b).abs() <= TOLERANCE * a.abs().max(b.abs());
    let rank = |value: f64| {
        let ties = values.iter().filter(|&&other| is_equal(other, value)).count() as f64;
        let below = values.iter().filter(|&&other| other < value && !is_equal(other, value)).count() as f64;
        (below + f64::midpoint(1.0, ties), ties)
    };
    values.iter().map(|&value| rank(value)).collect()
}

/// The test of mean ranks; `ties` is the sum of t^3 - t over the groups of t equal values of each fault.
fn of_ranks(ranks: Vec<f64>, faults: usize, ties: f64) -> Friedman {
    let (n, k) = (faults as f64, ranks.len() as f64);
    let squares: f64 = ranks.iter().map(|rank| rank * rank).sum();
    let uncorrected = (12.0 * n / (k * (k + 1.0)) * (squares - k * (k + 1.0) * (k + 1.0) / 4.0)).max(0.0);
    let untied = 1.0 - ties / (n * k * (k * k - 1.0));
    // Without a value that differs from the others of its fault, nothing differs.
    let chi_squared = if untied > TOLERANCE { uncorrected / untied } else { 0.0 };
    let left = n * (k - 1.0) - chi_squared;
    let f = if left > TOLERANCE * n * k { (n - 1.0) * chi_squared / left } else { f64::INFINITY };
    let degrees = [k - 1.0, (k - 1.0) * (n - 1.0)];
    Friedman { ranks, chi_squared, f, p: beyond(f, degrees) }
}

/// P(F >= f) of the F distribution with these degrees of freedom.
fn beyond(f: f64, [above, below]: [f64; 2]) -> f64 {
    if f.is_infinite() {
        return 0.0;
    }
    incomplete_beta(below / (below + above * f), below / 2.0, above / 2.0)
}

/// The regularised incomplete beta function `I_x(a, b)`.
/// Source: Press et al., Numerical Recipes, section 6.4.
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    let logs = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b);
    let front = (logs + a * x.ln() + b * (1.0 - x).ln()).exp();
    // The fraction converges fast on this side; the other one is its mirror.
    if x < (a + 1.0) / (a + b + 2.0) {
        front * fraction(x, a, b) / a
    } else {
        1.0 - front * fraction(1.0 - x, b, a) / b
    }
}

/// The continued fraction of the incomplete beta function, by Lentz's method.
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    let safe = |value: f64| if value.abs() < f64::MIN_POSITIVE { f64::MIN_POSITIVE } else { value };
    let (mut c, mut d) = (1.0, 1.0 / safe(1.0 - (a + b) * x / (a + 1.0)));
    let mut value = d;
    for step in 1..STEPS {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        for term in [even, odd] {
            d = 1.0 / safe(1.0 + term * d);
            c = safe(1.0 + term / c);
            value *= c * d;
        }
        if (c * d - 1.0).abs() < SMALL {
            break;
        }
    }
    value
}

/// Holm's adjusted probabilities, in the order given: each, times the number of those not smaller, never below a smaller
/// one's.
///
/// Units: 0 to 1. Source: Holm, Scand. J. Stat. 6(2), 1979.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let (mut adjusted, mut least) = (vec![0.0; p.len()], 0.0_f64);
    for (place, at) in order.into_iter().enumerate() {
        least = least.max((p[at] * (p.len() - place) as f64).min(1.0));
        adjusted[at] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, within: f64) {
        assert!((a - b).abs() < within, "{a} is not {b}");
    }

    #[test]
    fn the_worked_example_of_demsar_comes_out() {
        // Demšar 2006, section 3.2.2: four classifiers on 14 data sets.
        let found = of_ranks(vec![3.143, 2.000, 2.893, 1.964], 14, 0.0);
        close(found.chi_squared, 9.28, 0.01);
        close(found.f, 3.69, 0.01);
        assert!(found.p < 0.05, "the critical value at 3 and 39 degrees of freedom is 2.85: {}", found.p);
        close(beyond(2.85, [3.0, 39.0]), 0.05, 5e-4);
    }

    /// Demšar 2006, table 6: the AUC of four classifiers on 14 data sets, five of which have ties.
    const AUC: [[f64; 14]; 4] = [
        [0.763, 0.599, 0.954, 0.628, 0.882, 0.936, 0.661, 0.583, 0.775, 1.0, 0.94, 0.619, 0.972, 0.957],
        [0.768, 0.591, 0.971, 0.661, 0.888, 0.931, 0.668, 0.583, 0.838, 1.0, 0.962, 0.666, 0.981, 0.978],
        [0.771, 0.590, 0.968, 0.654, 0.886, 0.916, 0.609, 0.563, 0.866, 1.0, 0.965, 0.614, 0.9751, 0.946],
        [0.798, 0.569, 0.967, 0.657, 0.898, 0.931, 0.685, 0.625, 0.875, 1.0, 0.962, 0.669, 0.975, 0.970],
    ];

    #[test]
    fn ties_are_corrected_for_as_other_programs_do() {
        // `scipy.stats.friedmanchisquare`, and R's `friedman.test`, of the same values.
        let found = friedman(&AUC.map(Vec::from), true).expect("four columns");
        close(found.chi_squared, 10.228_346_456_692_9, 1e-9);
        close(found.f, 13.0 * found.chi_squared / (42.0 - found.chi_squared), 1e-9);
    }

    #[test]
    fn equal_faults_change_only_how_many_there_are_to_agree() {
        // A perfect order of three faults, and a fourth in which all columns are equal.
        let columns = [vec![3.0, 3.0, 3.0, 1.0], vec![2.0, 2.0, 2.0, 1.0], vec![1.0, 1.0, 1.0, 1.0]];
        let found = friedman(&columns, true).expect("three columns");
        // Mean ranks 1.25, 2 and 2.75: 12 * 4 / 12 * (13.125 - 12) = 4.5, by 1 - 24 / 96.
        close(found.chi_squared, 6.0, 1e-12);
        close(found.f, 9.0, 1e-12);
    }

    #[test]
    fn tails_of_the_f_distribution_are_those_of_the_tables() {
        for (f, degrees, p) in
            [(2.8661, [4.0, 20.0], 0.05), (4.4307, [4.0, 20.0], 0.01), (161.4476, [1.0, 1.0], 0.05)]
        {
            close(beyond(f, degrees), p, 1e-5);
        }
        close(incomplete_beta(0.5, 2.0, 2.0), 0.5, 1e-12);
        // I_x(1, b) = 1 - (1 - x)^b.
        close(incomplete_beta(0.3, 1.0, 4.0), 1.0 - 0.7_f64.powi(4), 1e-12);
        close(beyond(0.0, [3.0, 9.0]), 1.0, 1e-12);
    }

    #[test]
    fn ranks_are_over_faults_and_equal_values_share_theirs() {
        let columns = [vec![0.9, 0.5, 0.7], vec![0.5, 0.5, 0.6], vec![0.1, 0.2, 0.9]];
        let found = friedman(&columns, true).expect("three columns");
        assert_eq!(found.ranks, [(1.0 + 1.5 + 2.0) / 3.0, (2.0 + 1.5 + 3.0) / 3.0, (3.0 + 3.0 + 1.0) / 3.0]);
        close(friedman(&columns, false).expect("three columns").ranks[2], 5.0 / 3.0, 1e-12);
        assert!(friedman(&columns[..2], true).is_none());
    }

    #[test]
    fn columns_that_always_come_in_one_order_differ_and_equal_ones_do_not() {
        let one = friedman(&[vec![3.0; 5], vec![2.0; 5], vec![1.0; 5]], true).expect("three columns");
        assert_eq!((one.ranks, one.p), (vec![1.0, 2.0, 3.0], 0.0));
        let none = friedman(&[vec![1.0; 5], vec![1.0; 5], vec![1.0; 5]], true).expect("three columns");
        close(none.p, 1.0, 1e-12);
    }

    #[test]
    fn the_smallest_of_four_probabilities_counts_four_times_and_order_is_kept() {
        let adjusted = holm(&[0.04, 0.005, 0.03, 0.6]);
        for (found, expected) in adjusted.into_iter().zip([0.09, 0.02, 0.09, 0.6]) {
            close(found, expected, 1e-12);
        }
        assert_eq!(holm(&[0.9, 0.9]), [1.0, 1.0]);
    }
}
