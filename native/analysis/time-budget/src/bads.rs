//! BADS: seconds per class from a ranking.

use std::fmt;

/* The better half of a ranking is tier 1, the rest tier 2. Within a tier, consecutive ranks form groups of a twentieth of all classes
each, whose weight decreases exponentially with the group's index.

By default each class of tier 2 gets a fifth of the mean, or the minimum if that is larger. Each class of tier 1 gets the mean and, by
weight, a share of what tier 2 does not get. For an even number of classes and a minimum below that fifth these are the published
budgets; the sum is the total for any number. */

/// `y = A + B exp(C x)`, x from 0 (first group) to 1 (last group).
const CURVE: [f64; 3] = [0.023_937_05, 0.973_194_6, -10.474_08];
/// A group's share of all classes. Units: per cent.
const GROUP: usize = 5;

/// Distributes a total of time over ranked classes.
///
/// Source: Perera et al., Defect Prediction Guided Search-Based Software Testing, ASE 2020,
/// section 3.2, and its published program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bads {
    /// The total for all classes. Units: seconds.
    pub total: u64,
    /// The minimum for each class. Units: seconds.
    pub min: u64,
    /// Reproduces the published program, whose prediction took this many seconds. Its sum differs from the total: budgets are
    /// truncated to whole seconds, tier 1 of an odd number of classes is counted twice, the last group's weight may be dropped, the
    /// prediction is subtracted from each class's time, and only the built-in minimum applies.
    pub compat: Option<u64>,
}

/// The budget of a class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// 1 for the better half of the ranking (rounded up), 2 for the rest.
    pub tier: u8,
    /// Index of its group in its tier, from 1.
    pub group: usize,
    /// Its share of the time distributed by weight in its tier. Units: 0 to 1.
    pub weight: f64,
    /// Its time; the published program's may be negative. Units: seconds.
    pub seconds: i64,
}

/// The total is less than the minimum of all classes. Displays as one sentence without a full stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLittle {
    /// Number of classes.
    pub classes: usize,
    /// The minimum for each class. Units: seconds.
    pub min: u64,
    /// The total. Units: seconds.
    pub total: u64,
}

impl fmt::Display for TooLittle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { classes, min, total } = self;
        write!(f, "{classes} classes at {min} s each need more than {total} s in all")
    }
}

impl std::error::Error for TooLittle {}

impl Bads {
    /// Returns the budgets of ranked classes, the highest ranked first.
    ///
    /// Budgets do not increase from one rank to the next. By default they sum to the total, and none is below the minimum. Errors:
    /// [`TooLittle`]. Cost: O(classes).
    pub fn budgets(&self, classes: usize) -> Result<Vec<Budget>, TooLittle> {
        let first = classes.div_ceil(2);
        let size = (GROUP * classes).div_ceil(100).max(1);
        let mut budgets = tier(1, first, size, self.compat.is_some());
        budgets.extend(tier(2, classes - first, size, self.compat.is_some()));
        match self.compat {
            Some(prediction) => self.published(&mut budgets, first, prediction as f64),
            None => self.sound(&mut budgets, first)?,
        }
        Ok(budgets)
    }

    fn sound(&self, budgets: &mut [Budget], first: usize) -> Result<(), TooLittle> {
        let (classes, min, total) = (budgets.len(), self.min, self.total);
        let Some(mean) = total.checked_div(classes as u64) else { return Ok(()) };
        if mean < min {
            return Err(TooLittle { classes, min, total });
        }
        let low = (mean / 5).max(min);
        let (better, rest) = budgets.split_at_mut(first);
        let pool = total - low * rest.len() as u64 - mean * better.len() as u64;
        let mut left = pool;
        for budget in &mut *better {
            // Weights are rounded, so shares could otherwise add up to more than the total.
            let share = ((budget.weight * pool as f64) as u64).min(left);
            left -= share;
            budget.seconds = (mean + share).cast_signed();
        }
        // Except for rounding, less than a second per class remains, which goes to the first ranks.
        let (each, once) = (left / first as u64, (left % first as u64) as usize);
        for (rank, budget) in better.iter_mut().enumerate() {
            budget.seconds += (each + u64::from(rank < once)).cast_signed();
        }
        for budget in rest {
            budget.seconds = low.cast_signed();
        }
        Ok(())
    }

    /// Computes the published budgets, with sums and products in the original order.
    fn published(&self, budgets: &mut [Budget], first: usize, prediction: f64) {
        let classes = budgets.len() as f64;
        let mean = self.total as f64 / classes;
        let (better, rest) = budgets.split_at_mut(first);
        for (tier, share, least) in [(better, 9.0 * mean / 5.0, mean), (rest, mean / 5.0, mean / 5.0)] {
            let count = tier.len() as f64;
            let (all, prediction) = (share * count, prediction / classes * count);
            let by_weight = all - count * least - prediction;
            for budget in tier {
                budget.seconds = if by_weight > 0.0 {
                    (budget.weight * by_weight + least).trunc() as i64
                } else {
                    ((all - prediction) / count).trunc() as i64
                };
            }
        }
    }
}

/// Groups and weights of a tier, without seconds.
fn tier(tier: u8, classes: usize, size: usize, compat: bool) -> Vec<Budget> {
    let groups = classes.div_ceil(size);
    let height = |group: usize| {
        let x = if groups > 1 { group as f64 / (groups - 1) as f64 } else { 0.0 };
        CURVE[0] + CURVE[1] * (CURVE[2] * x).exp()
    };
    let size_of = |group: usize| match classes % size {
        short if short > 0 && group + 1 == groups => short,
        // The published program drops a last group that is as large as the others; if it is the only group, it cannot divide by the
        // remaining sum.
        0 if compat && groups > 1 && group + 1 == groups => 0,
        _ => size,
    };
    let all: f64 = (0..groups).map(|group| height(group) * size_of(group) as f64).sum();
    let of = |place: usize| {
        let group = place / size;
        Budget { tier, group: group + 1, weight: height(group) / all, seconds: 0 }
    };
    (0..classes).map(of).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn seconds(total: u64, min: u64, classes: usize) -> Vec<i64> {
        let budgets = Bads { total, min, compat: None }.budgets(classes).unwrap();
        budgets.iter().map(|budget| budget.seconds).collect()
    }

    proptest! {
        #[test]
        fn budgets_sum_to_the_total_fall_with_rank_and_are_never_below_the_minimum(
            classes in 1..3_000_usize, min in 0..40_u64, more in 0..2_000_000_u64,
        ) {
            let total = classes as u64 * min + more;
            let budgets = seconds(total, min, classes);
            prop_assert_eq!(budgets.len(), classes);
            prop_assert_eq!(budgets.iter().sum::<i64>(), total.cast_signed());
            prop_assert!(budgets.is_sorted_by(|higher, lower| higher >= lower));
            prop_assert!(budgets.iter().all(|&seconds| seconds >= min.cast_signed()));
        }

        #[test]
        fn weights_of_a_tier_sum_to_one(classes in 1..3_000_usize) {
            let budgets = Bads { total: 0, min: 0, compat: None }.budgets(classes).unwrap();
            for tier in 1..=2 {
                let of: Vec<f64> =
                    budgets.iter().filter(|budget| budget.tier == tier).map(|budget| budget.weight).collect();
                prop_assert!(of.is_empty() || (of.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            }
        }

        #[test]
        fn budgets_of_an_even_number_of_classes_are_the_published_ones_but_for_a_second_and_their_bugs(
            half in 2..500_usize, fifth in 3..40_u64,
        ) {
            let (classes, total) = (2 * half, 2 * half as u64 * 5 * fifth);
            // If the published program drops its last group, it distributes up to a tenth more.
            prop_assume!(!half.is_multiple_of((GROUP * classes).div_ceil(100)));
            let published = Bads { total, min: 0, compat: Some(0) }.budgets(classes).unwrap();
            for (sound, published) in seconds(total, 0, classes).into_iter().zip(published) {
                prop_assert!((0..=2).contains(&(sound - published.seconds).abs()), "{sound} {published:?}");
            }
        }

        #[test]
        fn the_published_budgets_exist_for_any_number_of_classes(
            classes in 0..200_usize, total in 0..10_000_u64, prediction in 0..1_000_u64,
        ) {
            let budgets = Bads { total, min: 3, compat: Some(prediction) }.budgets(classes).unwrap();
            prop_assert_eq!(budgets.len(), classes);
            prop_assert!(budgets.iter().all(|budget| budget.weight.is_finite()));
        }
    }

    #[test]
    fn a_fifth_of_the_mean_goes_to_the_lower_half_and_what_it_lacks_to_the_upper_by_weight() {
        // Ten classes at 15 s: 12 s of each of the lower five make 60 s for the upper ones, by the curve at 0, 1/4, 1/2, 3/4 and 1:
        // 51.2, 4.9, 1.5, 1.2 and 1.2 s. The 2 s lost by truncation go to the first two.
        assert_eq!(seconds(150, 3, 10), [67, 20, 16, 16, 16, 3, 3, 3, 3, 3]);
        // A higher minimum leaves less to distribute.
        assert_eq!(seconds(150, 15, 10), [15; 10]);
        assert_eq!(seconds(150, 10, 10)[5..], [10; 5]);
    }

    #[test]
    fn no_class_and_few_classes_are_no_obstacle() {
        // The published program fails for each of these.
        assert_eq!(seconds(60, 3, 0), [0; 0]);
        assert_eq!(seconds(60, 3, 1), [60]);
        assert_eq!(seconds(61, 3, 2), [55, 6]);
        assert_eq!(seconds(61, 3, 3), [37, 20, 4]);
    }

    #[test]
    fn what_remains_of_a_second_goes_to_the_first_ranks() {
        assert_eq!(seconds(7, 1, 5), [3, 1, 1, 1, 1]);
        assert_eq!(seconds(0, 0, 3), [0; 3]);
        assert_eq!(seconds(2, 0, 5), [2, 0, 0, 0, 0]);
    }

    #[test]
    fn a_total_below_the_minimum_of_all_is_refused() {
        let budgets = Bads { total: 29, min: 3, compat: None }.budgets(10);
        let error = budgets.unwrap_err().to_string();
        assert_eq!(error, "10 classes at 3 s each need more than 29 s in all");
        assert_eq!(seconds(30, 3, 10), [3; 10]);
    }

    #[test]
    fn the_largest_numbers_are_no_obstacle() {
        let total = 1 << 62;
        assert_eq!(seconds(total, 0, 9).iter().sum::<i64>(), total.cast_signed());
        assert!(Bads { total, min: u64::MAX, compat: None }.budgets(9).is_err());
    }
}
