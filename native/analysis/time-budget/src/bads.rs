//! BADS: seconds per class from a ranking.

use std::fmt;

/* The better half of a ranking is tier 1, the rest tier 2. Within a tier, consecutive ranks form groups of a twentieth of all classes
each, whose weight decreases exponentially with the group's index.

By default each class of tier 2 gets a fifth of the mean, or the minimum if that is larger: tier 2 as a whole gets a tenth of the
total. Each class of tier 1 gets the mean and, by weight, a share of what tier 2 does not get. For an even number of classes and a
minimum below that fifth these are the published budgets; the sum is the total for any number. `Shape` has other numbers. */

/// `y = A + B exp(C x)`, x from 0 (first group) to 1 (last group).
const CURVE: [f64; 3] = [0.023_937_05, 0.973_194_6, -10.474_08];
/// A group's share of all classes. Units: per cent.
const GROUP: usize = 5;

/// The numbers of the distribution.
///
/// Source: the default is that of the paper, except for groups: its Algorithm 1 gives each rank a weight of its own (`group` 0), its
/// program each twentieth of the classes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// The share of the classes that are tier 1, rounded up. Units: 0 to 1.
    pub tier: f64,
    /// The share of the total that tier 1 gets; at least `tier`, because no class of tier 1 gets less than the mean. Units: 0 to 1.
    pub share: f64,
    /// `y = A + B exp(C x)`, x from 0 for the first group of a tier to 1 for the last.
    pub curve: [f64; 3],
    /// The share of all classes that have one weight; 0 gives each class its own. Units: per cent.
    pub group: usize,
}

impl Default for Shape {
    fn default() -> Self {
        Self { tier: 0.5, share: 0.9, curve: CURVE, group: GROUP }
    }
}

impl Shape {
    /// Checks the numbers. Errors: a sentence without a full stop about the first that is out of range.
    pub fn check(&self) -> Result<(), String> {
        let is_share = |share: f64| share > 0.0 && share <= 1.0;
        let heights = [0.0, 0.25, 0.5, 0.75, 1.0].map(|x| self.height(x));
        if !is_share(self.tier) {
            Err(format!("the share of tier 1 among the classes is above 0 and at most 1, not {}", self.tier))
        } else if !is_share(self.share) {
            Err(format!("the share of tier 1 of the total is above 0 and at most 1, not {}", self.share))
        } else if self.share < self.tier {
            Err(format!(
                "tier 1 gets at least the mean for each of its classes, so its share of the total, {}, is at least that of the classes, {}",
                self.share, self.tier
            ))
        } else if !heights.iter().all(|height| height.is_finite() && *height > 0.0) {
            Err("the weight A + B exp(C x) is a positive number for each x from 0 to 1".to_owned())
        } else if heights.windows(2).any(|pair| pair[0] < pair[1]) {
            Err("the weight A + B exp(C x) does not grow with x, so B and C have different signs".to_owned())
        } else if self.group > 100 {
            Err(format!("a group is at most 100 % of the classes, not {} %", self.group))
        } else {
            Ok(())
        }
    }

    fn height(&self, x: f64) -> f64 {
        self.curve[0] + self.curve[1] * (self.curve[2] * x).exp()
    }

    /// Number of classes of tier 1.
    fn first(&self, classes: usize) -> usize {
        // A product that rounding lifts above a whole number stays that number.
        ((self.tier * classes as f64 - 1e-9).ceil().max(0.0) as usize).min(classes)
    }

    /// Number of classes in a group.
    fn size(&self, classes: usize) -> usize {
        (self.group * classes).div_ceil(100).max(1)
    }
}

/// Distributes a total of time over ranked classes.
///
/// Source: Perera et al., Defect Prediction Guided Search-Based Software Testing, ASE 2020,
/// section 3.2, and its published program.
#[derive(Clone, Debug, PartialEq)]
pub struct Bads {
    /// The total for all classes. Units: seconds.
    pub total: u64,
    /// The minimum for each class. Units: seconds.
    pub min: u64,
    /// Reproduces the published program, whose prediction took this many seconds. Its sum differs from the total: budgets are
    /// truncated to whole seconds, tier 1 of an odd number of classes is counted twice, the last group's weight may be dropped, the
    /// prediction is subtracted from each class's time, and only the built-in minimum applies.
    pub compat: Option<u64>,
    /// The numbers of the distribution; the published program knows only the default.
    pub shape: Shape,
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
        let first = self.shape.first(classes);
        let size = self.shape.size(classes);
        let mut budgets = self.tier(1, first, size);
        budgets.extend(self.tier(2, classes - first, size));
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
        let (better, rest) = budgets.split_at_mut(first);
        let low = self.low(mean, rest.len() as u64).clamp(min, mean.max(min));
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

    /// What each of tier 2 gets. Units: seconds.
    fn low(&self, mean: u64, rest: u64) -> u64 {
        if self.shape == (Shape { curve: self.shape.curve, group: self.shape.group, ..Shape::default() }) {
            // Exact for any total, and independent of the parity of the number of classes.
            return mean / 5;
        }
        let share = (1.0 - self.shape.share) * self.total as f64;
        if rest == 0 { 0 } else { (share / rest as f64 + 1e-9) as u64 }
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

    /// Groups and weights of a tier, without seconds.
    fn tier(&self, tier: u8, classes: usize, size: usize) -> Vec<Budget> {
        let compat = self.compat.is_some();
        let groups = classes.div_ceil(size);
        let height = |group: usize| {
            let x = if groups > 1 { group as f64 / (groups - 1) as f64 } else { 0.0 };
            self.shape.height(x)
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
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn seconds(total: u64, min: u64, classes: usize) -> Vec<i64> {
        let budgets = Bads { total, min, compat: None, shape: Shape::default() }.budgets(classes).unwrap();
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
            let budgets = Bads { total: 0, min: 0, compat: None, shape: Shape::default() }.budgets(classes).unwrap();
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
            let published = Bads { total, min: 0, compat: Some(0), shape: Shape::default() }.budgets(classes).unwrap();
            for (sound, published) in seconds(total, 0, classes).into_iter().zip(published) {
                prop_assert!((0..=2).contains(&(sound - published.seconds).abs()), "{sound} {published:?}");
            }
        }

        #[test]
        fn the_published_budgets_exist_for_any_number_of_classes(
            classes in 0..200_usize, total in 0..10_000_u64, prediction in 0..1_000_u64,
        ) {
            let budgets = Bads { total, min: 3, compat: Some(prediction), shape: Shape::default() }.budgets(classes).unwrap();
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

    fn shaped(shape: Shape) -> Vec<i64> {
        assert_eq!(shape.check(), Ok(()));
        let budgets = Bads { total: 150, min: 3, compat: None, shape }.budgets(10).unwrap();
        budgets.iter().map(|budget| budget.seconds).collect()
    }

    #[test]
    fn other_numbers_give_other_budgets() {
        let usual = Shape::default();
        // Ten classes at 15 s. Half of the time for tier 1 is what an equal share is.
        assert_eq!(shaped(Shape { share: 0.5, ..usual }), [15; 10]);
        // Four fifths: each of tier 2 gets 6 s, and 45 s go by weight.
        assert_eq!(shaped(Shape { share: 0.8, ..usual })[5..], [6; 5]);
        // Two of ten are tier 1; a tenth of the time is less than the minimum of the other eight.
        assert_eq!(shaped(Shape { tier: 0.2, ..usual })[2..], [3; 8]);
        // All are tier 1, and a flat curve shares equally.
        assert_eq!(shaped(Shape { tier: 1.0, share: 1.0, curve: [1.0, 0.0, 0.0], ..usual }), [15; 10]);
        // A fifth of the classes in each group: the first two ranks have one weight.
        let grouped = shaped(Shape { group: 20, ..usual });
        assert!(grouped[0] == grouped[1] && grouped[1] > grouped[2], "{grouped:?}");
        assert_eq!(
            shaped(Shape { group: 0, ..usual }),
            shaped(Shape { group: 10, ..usual }),
            "one class each"
        );
    }

    #[test]
    fn with_a_weight_for_each_class_ranks_of_one_group_differ_as_in_algorithm_1() {
        let shape = Shape { group: 0, ..Shape::default() };
        let budgets = Bads { total: 1_500, min: 3, compat: None, shape }.budgets(100).unwrap();
        // Rank r of 50 in tier 1 has x = (r - 1) / 49.
        let height = |rank: f64| CURVE[0] + CURVE[1] * (CURVE[2] * (rank - 1.0) / 49.0).exp();
        let all: f64 = (1..=50).map(|rank| height(f64::from(rank))).sum();
        for (rank, budget) in (1..=50).zip(&budgets) {
            assert!((budget.weight - height(f64::from(rank)) / all).abs() < 1e-12, "{rank}");
        }
        assert!(budgets[0].seconds > budgets[4].seconds, "ranks 1 to 5 are one group of the program");
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        let usual = Shape::default();
        for shape in [
            Shape { tier: 0.0, ..usual },
            Shape { share: 1.5, ..usual },
            Shape { share: 0.01, ..usual },
            Shape { tier: 0.95, ..usual },
            Shape { share: f64::NAN, ..usual },
            Shape { curve: [0.0, 1.0, f64::INFINITY], ..usual },
            Shape { curve: [1.0, 1.0, 1.0], ..usual },
            Shape { group: 101, ..usual },
        ] {
            assert!(shape.check().is_err(), "{shape:?}");
        }
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
        let budgets = Bads { total: 29, min: 3, compat: None, shape: Shape::default() }.budgets(10);
        let error = budgets.unwrap_err().to_string();
        assert_eq!(error, "10 classes at 3 s each need more than 29 s in all");
        assert_eq!(seconds(30, 3, 10), [3; 10]);
    }

    #[test]
    fn the_largest_numbers_are_no_obstacle() {
        let total = 1 << 62;
        assert_eq!(seconds(total, 0, 9).iter().sum::<i64>(), total.cast_signed());
        assert!(Bads { total, min: u64::MAX, compat: None, shape: Shape::default() }.budgets(9).is_err());
    }
}
