//! Measures of one ranking, given the faulty methods.

use std::ops::{Add, AddAssign, Div};

use faultline_sbfl::{Place, Ties};

/// A quality measure of rankings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Measure {
    /// Faults with a faulty method within the first `n` places.
    Acc(u8, Ties),
    /// Average precision: with the faulty methods' ranks ascending `r_1 <= r_2 <= ...`, the mean
    /// of `i / r_i`, none of which counts as more than 1. Its mean over faults is mAP.
    Ap(Ties),
    /// Reciprocal rank of the first faulty method. Its mean over faults is MRR.
    Rr(Ties),
    /// Wasted effort: methods to inspect before the first faulty one.
    Wef,
    /// EXAM: rank of the first faulty method, average in ties, as a share of all methods.
    Exam,
    /// Expense at best: (H + 1) / n, where H methods score higher and n is all of them.
    ExpenseMin,
    /// Expense at worst: (H + E) / n, where E methods score equally, the faulty one included.
    ExpenseMax,
    /// Expense on average: floor(H + 1/2 + E/2) / n.
    ExpenseAverage,
    /// Whether the fault is found within this percentage of the methods, at worst.
    TopPercent(u8),
}

impl Measure {
    /// Every measure, in the order of reports.
    pub const ALL: [Self; 20] = [
        Self::Acc(1, Ties::Max),
        Self::Acc(3, Ties::Max),
        Self::Acc(5, Ties::Max),
        Self::Acc(10, Ties::Max),
        Self::Ap(Ties::Max),
        Self::Acc(1, Ties::Average),
        Self::Acc(3, Ties::Average),
        Self::Acc(5, Ties::Average),
        Self::Acc(10, Ties::Average),
        Self::Ap(Ties::Average),
        Self::Rr(Ties::Max),
        Self::Rr(Ties::Average),
        Self::Wef,
        Self::Exam,
        Self::ExpenseMin,
        Self::ExpenseMax,
        Self::ExpenseAverage,
        Self::TopPercent(1),
        Self::TopPercent(5),
        Self::TopPercent(10),
    ];

    /// Name in files: `acc@1`, `ap`, `acc@1-average`, `top-5%`.
    pub fn name(self) -> String {
        let ties = |ties| if ties == Ties::Max { String::new() } else { format!("-{ties}") };
        match self {
            Self::Acc(n, policy) => format!("acc@{n}{}", ties(policy)),
            Self::Ap(policy) => format!("ap{}", ties(policy)),
            Self::Rr(policy) => format!("rr{}", ties(policy)),
            Self::Wef => "wef".into(),
            Self::Exam => "exam".into(),
            Self::ExpenseMin => "expense-min".into(),
            Self::ExpenseMax => "expense-max".into(),
            Self::ExpenseAverage => "expense-average".into(),
            Self::TopPercent(n) => format!("top-{n}%"),
        }
    }

    /// The measure with this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|measure| measure.name() == name)
    }

    /// Whether larger values are better.
    pub fn larger_is_better(self) -> bool {
        matches!(self, Self::Acc(..) | Self::Ap(_) | Self::Rr(_) | Self::TopPercent(_))
    }

    /// Whether reports give the sum over faults (a number of faults) instead of the mean.
    pub fn is_count(self) -> bool {
        matches!(self, Self::Acc(..))
    }

    fn index(self) -> usize {
        Self::ALL.iter().position(|&measure| measure == self).unwrap_or_default()
    }

    /// The value for one ranking.
    fn of(self, best: Place, precision: impl Fn(Ties) -> f64, methods: f64) -> f64 {
        let (min, max) = (f64::from(best.min), f64::from(best.max));
        let share = |is: bool| f64::from(u8::from(is));
        match self {
            Self::Acc(n, ties) => share(best.rank(ties) <= f64::from(n)),
            Self::Ap(ties) => precision(ties),
            Self::Rr(ties) => best.rank(ties).recip(),
            Self::Wef => max - 1.0,
            Self::Exam => best.rank(Ties::Average) / methods,
            Self::ExpenseMin => min / methods,
            Self::ExpenseMax => max / methods,
            // H = min - 1 and E = max - min + 1, so H + 1/2 + E/2 = (min + max) / 2.
            Self::ExpenseAverage => f64::midpoint(min, max).floor() / methods,
            Self::TopPercent(n) => share(max * 100.0 <= f64::from(n) * methods),
        }
    }
}

/// The values of all measures: of one ranking, or means over several.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures([f64; Measure::ALL.len()]);

impl Figures {
    /// The figures of a ranking of `methods` methods, given the places of its faulty methods in any order.
    /// Panics: no faulty method.
    pub fn of(faulty: &mut [Place], methods: usize) -> Self {
        assert!(!faulty.is_empty(), "a fault has a faulty method");
        // Places of one ranking are equal or disjoint, so one order works for every tie policy.
        faulty.sort_unstable_by_key(|place| place.max);
        let precision = |ties| average_precision(faulty, ties);
        Self(Measure::ALL.map(|measure| measure.of(faulty[0], precision, methods as f64)))
    }

    /// The value of a measure.
    pub fn get(&self, measure: Measure) -> f64 {
        self.0[measure.index()]
    }

    /// The mean of figures; zeros if there are none.
    pub fn mean(figures: impl IntoIterator<Item = Self>) -> Self {
        let (mut sum, mut count) = (Self::default(), 0);
        for one in figures {
            sum += one;
            count += 1;
        }
        sum / f64::from(count.max(1))
    }
}

impl AddAssign for Figures {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a += b);
    }
}

impl Add for Figures {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl Div<f64> for Figures {
    type Output = Self;

    fn div(self, by: f64) -> Self {
        Self(self.0.map(|value| value / by))
    }
}

/// Average precision of a ranking from the places of its faulty methods, ascending.
fn average_precision(faulty: &[Place], ties: Ties) -> f64 {
    let terms = (1..).zip(faulty).map(|(i, place)| (f64::from(i) / place.rank(ties)).min(1.0));
    terms.sum::<f64>() / faulty.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(places: &[(u32, u32)], methods: usize) -> Figures {
        let mut places: Vec<Place> = places.iter().map(|&(min, max)| Place { min, max }).collect();
        Figures::of(&mut places, methods)
    }

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-12, "{a} is not {b}");
    }

    #[test]
    fn precision_is_the_mean_of_i_by_rank_over_the_faulty_methods() {
        let one = figures(&[(4, 4)], 10);
        close(one.get(Measure::Ap(Ties::Max)), 0.25);
        // Ranks 2 and 5: (1/2 + 2/5) / 2, in either order of input.
        close(figures(&[(5, 5), (2, 2)], 10).get(Measure::Ap(Ties::Max)), 0.45);
        close(figures(&[(2, 2), (5, 5)], 10).get(Measure::Ap(Ties::Average)), 0.45);
    }

    #[test]
    fn the_reciprocal_rank_is_that_of_the_first_faulty_method() {
        let figures = figures(&[(5, 5), (2, 4)], 10);
        close(figures.get(Measure::Rr(Ties::Max)), 0.25);
        close(figures.get(Measure::Rr(Ties::Average)), 1.0 / 3.0);
    }

    #[test]
    fn no_faulty_method_counts_as_more_than_one() {
        // Both share places 1 and 2: average rank 1.5, so 2 / 1.5 is cut to 1.
        let tied = figures(&[(1, 2), (1, 2)], 10);
        close(tied.get(Measure::Ap(Ties::Average)), f64::midpoint(1.0 / 1.5, 1.0));
        close(tied.get(Measure::Ap(Ties::Max)), f64::midpoint(0.5, 1.0));
    }

    #[test]
    fn expense_counts_those_above_and_those_equal() {
        // H = 3 above, E = 4 equal: places 4 to 7 of 20.
        let figures = figures(&[(4, 7), (9, 9)], 20);
        close(figures.get(Measure::ExpenseMin), 4.0 / 20.0);
        close(figures.get(Measure::ExpenseMax), 7.0 / 20.0);
        close(figures.get(Measure::ExpenseAverage), 5.0 / 20.0);
        close(figures.get(Measure::Exam), 5.5 / 20.0);
        close(figures.get(Measure::Wef), 6.0);
    }

    #[test]
    fn being_within_n_depends_on_the_tie_policy() {
        let figures = figures(&[(2, 4)], 100);
        close(figures.get(Measure::Acc(3, Ties::Max)), 0.0);
        close(figures.get(Measure::Acc(3, Ties::Average)), 1.0);
        close(figures.get(Measure::Acc(5, Ties::Max)), 1.0);
        close(figures.get(Measure::TopPercent(1)), 0.0);
        close(figures.get(Measure::TopPercent(5)), 1.0);
    }

    #[test]
    fn every_measure_is_found_by_its_name() {
        for measure in Measure::ALL {
            assert_eq!(Measure::find(&measure.name()), Some(measure));
        }
        assert_eq!(Measure::find("best"), None);
    }

    #[test]
    fn means_are_taken_measure_by_measure() {
        let mean = Figures::mean([figures(&[(1, 1)], 4), figures(&[(2, 2)], 4)]);
        close(mean.get(Measure::Acc(1, Ties::Max)), 0.5);
        close(mean.get(Measure::ExpenseMax), 0.375);
        close(Figures::mean([]).get(Measure::Wef), 0.0);
    }
}
