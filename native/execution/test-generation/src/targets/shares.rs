//! Splits a budget.

/// Splits a budget into whole seconds proportional to the weights; the sum is the budget. A share below
/// `least` becomes 0 and its part goes to the others, the smallest first, the later one of equals.
///
/// Panics: `least` is 0 or more than the budget, or there is no positive weight.
pub fn split(budget: u64, least: u64, weights: &[f64]) -> Vec<u64> {
    assert!(least > 0 && least <= budget, "a least share that fits");
    let mut order: Vec<usize> = (0..weights.len()).filter(|&at| weights[at] > 0.0).collect();
    assert!(!order.is_empty(), "something to split by");
    order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
    let mut sum: f64 = order.iter().map(|&at| weights[at]).sum();
    while let [.., _, last] = order[..] {
        // Rounding must not drop a share that is just large enough.
        if weights[last] / sum * budget as f64 >= least as f64 - 1e-9 {
            break;
        }
        sum -= weights[last];
        order.pop();
    }
    let exact = |at: usize| weights[at] / sum * budget as f64;
    let mut shares = vec![0; weights.len()];
    for &at in &order {
        shares[at] = ((exact(at) + 1e-9).floor() as u64).max(1);
    }
    let mut left = budget.saturating_sub(shares.iter().sum());
    // Largest remainders first; the order of weights among equals.
    let mut by_remainder = order.clone();
    by_remainder.sort_by(|&a, &b| exact(b).fract().total_cmp(&exact(a).fract()));
    for at in by_remainder.into_iter().cycle() {
        if left == 0 {
            break;
        }
        shares[at] += 1;
        left -= 1;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_proportional_and_add_up() {
        assert_eq!(split(120, 5, &[3.0, 1.0, 2.0]), [60, 20, 40]);
        assert_eq!(split(10, 1, &[1.0, 1.0, 1.0]), [4, 3, 3]);
        assert_eq!(split(7, 1, &[5.0]), [7]);
    }

    #[test]
    fn what_would_get_too_little_is_left_out_and_the_others_get_its_share() {
        // 1/13 of 60 is 4.6, below 5; then both weights share all of it.
        assert_eq!(split(60, 5, &[6.0, 1.0, 6.0]), [30, 0, 30]);
        // Leaving out one may be enough for the next.
        assert_eq!(split(10, 5, &[1.0, 1.0, 1.0]), [5, 5, 0]);
        assert_eq!(split(5, 5, &[1.0, 1.0, 9.0]), [0, 0, 5]);
        assert_eq!(split(100, 5, &[1.0, 0.0]), [100, 0]);
    }

    #[test]
    fn a_share_that_is_just_large_enough_stays() {
        assert_eq!(split(30, 10, &[0.1, 0.1, 0.1]), [10, 10, 10]);
    }
}
