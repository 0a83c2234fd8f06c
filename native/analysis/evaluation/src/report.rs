//! Results of an evaluation: means over faults, and comparisons.

use faultline_sbfl::Ties;

use crate::{
    Curve, Fault, Figures, Friedman, Measure, Outcomes, Plan, Wilcoxon, a12, friedman, increase_ratio,
    wilcoxon,
};

/// How the tests of a column were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// By a metric of the plan.
    Metric(usize),
    /// By a metric that was learned during the evaluation, once for each seed.
    Learned(usize),
    /// By the best test at each step.
    Oracle,
    /// All tests, without choice.
    Whole,
}

/// A way of choosing tests under a ranking: one column of results, with a value per fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Column {
    /// How tests were chosen.
    pub way: Way,
    /// Index of the ranking in the plan.
    pub ranking: usize,
}

/// The results of a plan on faults.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The evaluated plan.
    pub plan: &'a Plan,
    /// The evaluated faults.
    pub faults: &'a [Fault],
    /// One per fault.
    pub outcomes: &'a [Outcomes],
    /// Names of the learned metrics.
    learned: Vec<String>,
    /// The columns of each ranking.
    ways: Vec<Way>,
}

/// A comparison of two columns, paired by fault.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// Means of the compared measure: first, second.
    pub means: [f64; 2],
    /// Mean over faults of (expense of the first − of the second) / expense of the first, at worst: the share
    /// of inspection that the second column saves.
    pub increase_ratio: f64,
    /// The same with the middle of ties: the paper's Avg.
    pub increase_ratio_average: f64,
    /// The signed-rank test of the measure, paired by fault.
    pub wilcoxon: Wilcoxon,
    /// A12 of the measure; more than 0.5 means that the first is better.
    pub a12: f64,
}

/// What the second of two columns changes on a project, as the cloning paper reports a benchmark.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectChange {
    /// The project.
    pub project: String,
    /// Number of faults.
    pub faults: usize,
    /// Mean expense, the middle of ties: first, second. Units: 0 to 1.
    pub expense: [f64; 2],
    /// (first - second) / first of these means.
    pub increase_ratio: f64,
    /// Faults whose faulty method is within the first five, ties at worst: first, second.
    pub top_5: [f64; 2],
    /// Faults whose expense at worst is at most 5 %: first, second.
    pub top_5_percent: [f64; 2],
}

impl<'a> Report<'a> {
    /// A report on a plan's metrics. Panics: the number of outcomes differs from that of faults.
    pub fn new(plan: &'a Plan, faults: &'a [Fault], outcomes: &'a [Outcomes]) -> Self {
        let order = (0..plan.metrics.len()).map(Way::Metric);
        Self::with_learned(plan, faults, outcomes, Vec::new(), order)
    }

    /// A report that also includes learned metrics, given by name; `order` lists both kinds in order of
    /// display. Panics: the number of outcomes differs from that of faults.
    pub fn with_learned(
        plan: &'a Plan,
        faults: &'a [Fault],
        outcomes: &'a [Outcomes],
        learned: Vec<String>,
        order: impl IntoIterator<Item = Way>,
    ) -> Self {
        assert_eq!(faults.len(), outcomes.len(), "one outcome per fault");
        let oracle = plan.oracle.then_some(Way::Oracle);
        let ways = order.into_iter().chain(oracle).chain([Way::Whole]).collect();
        Self { plan, faults, outcomes, learned, ways }
    }

    /// The columns: rankings in order; in each, the metrics, the oracle, the whole suite.
    pub fn columns(&self) -> Vec<Column> {
        let of = |ranking| self.ways.iter().map(move |&way| Column { way, ranking });
        (0..self.plan.rankings.len()).flat_map(of).collect()
    }

    /// The name of a way: its metric's, `oracle` or `whole suite`.
    pub fn way_name(&self, way: Way) -> String {
        match way {
            Way::Metric(metric) => self.plan.metrics[metric].name(),
            Way::Learned(metric) => self.learned[metric].clone(),
            Way::Oracle => "oracle".into(),
            Way::Whole => "whole suite".into(),
        }
    }

    /// The name of a column: `eap`; with several rankings `eap by Ochiai+size`, or the ranking alone if the
    /// plan evaluates only whole suites.
    pub fn name(&self, column: Column) -> String {
        let way = self.way_name(column.way);
        let ranking = || self.plan.rankings[column.ranking].to_string();
        if self.plan.rankings.len() == 1 {
            way
        } else if self.plan.metrics.is_empty() && !self.plan.oracle {
            ranking()
        } else {
            format!("{way} by {}", ranking())
        }
    }

    /// The projects, in order.
    pub fn projects(&self) -> Vec<&'a str> {
        let mut projects: Vec<&str> = self.faults.iter().map(|fault| fault.project.as_str()).collect();
        projects.dedup();
        projects
    }

    /// The figures of a fault in a column after 0, 1, .. tests; a single entry for the whole suite. Figures
    /// of learned metrics are means over the seeds.
    pub fn curve(&self, fault: usize, column: Column) -> &'a [Figures] {
        let outcomes = &self.outcomes[fault];
        match column.way {
            Way::Metric(metric) => &outcomes.metrics[metric][column.ranking],
            Way::Learned(metric) => &outcomes.learned[metric].mean[column.ranking],
            Way::Oracle => &outcomes.oracle[column.ranking],
            Way::Whole => std::slice::from_ref(&outcomes.whole[column.ranking]),
        }
    }

    /// Means over the faults of a project, or all: after 0, 1, .. tests; a single entry for the whole suite.
    pub fn means(&self, project: Option<&str>, column: Column) -> Curve {
        self.mean_over(project, |fault| self.curve(fault, column))
    }

    /// The same for each seed; empty for columns that are not learned.
    pub fn means_of_seeds(&self, project: Option<&str>, column: Column) -> Vec<Curve> {
        let Way::Learned(metric) = column.way else { return Vec::new() };
        let seeds = self.outcomes.first().map_or(0, |outcomes| outcomes.learned[metric].seeds.len());
        let of =
            |fault: usize, seed: usize| &self.outcomes[fault].learned[metric].seeds[seed][column.ranking][..];
        (0..seeds).map(|seed| self.mean_over(project, |fault| of(fault, seed))).collect()
    }

    /// The figures of a fault for each seed; empty for columns that are not learned.
    pub fn curves_of_seeds(&self, fault: usize, column: Column) -> impl Iterator<Item = &'a [Figures]> {
        let learned = match column.way {
            Way::Learned(metric) => Some(&self.outcomes[fault].learned[metric]),
            _ => None,
        };
        learned
            .into_iter()
            .flat_map(move |learned| learned.seeds.iter().map(move |seed| &seed[column.ranking][..]))
    }

    /// The variation between seeds: the standard deviation over seeds of the mean over faults, after 0, 1, ..
    /// tests. Empty for fewer than two seeds. Units: that of the measure's mean.
    pub fn spreads(&self, project: Option<&str>, column: Column, measure: Measure) -> Vec<f64> {
        let seeds = self.means_of_seeds(project, column);
        if seeds.len() < 2 {
            return Vec::new();
        }
        let deviation = |step: usize| {
            let values = || seeds.iter().map(|seed| seed[step].get(measure));
            let mean = values().sum::<f64>() / seeds.len() as f64;
            let squares: f64 = values().map(|value| (value - mean) * (value - mean)).sum();
            (squares / (seeds.len() - 1) as f64).sqrt()
        };
        (0..seeds[0].len()).map(deviation).collect()
    }

    fn mean_over<'c>(&self, project: Option<&str>, curve: impl Fn(usize) -> &'c [Figures]) -> Curve {
        let of_project = |fault: &usize| project.is_none_or(|name| self.faults[*fault].project == name);
        let curves: Vec<&[Figures]> = (0..self.faults.len()).filter(of_project).map(curve).collect();
        let steps = curves.first().map_or(0, |curve| curve.len());
        (0..steps).map(|step| Figures::mean(curves.iter().map(|curve| curve[step]))).collect()
    }

    /// The values of a column after all tests, by fault.
    fn last(&self, column: Column, measure: Measure) -> Vec<f64> {
        let value = |fault| self.curve(fault, column).last().map_or(0.0, |f: &Figures| f.get(measure));
        (0..self.faults.len()).map(value).collect()
    }

    /// Compares all columns at once after all tests; `None` for fewer than three columns or two faults.
    pub fn friedman(&self, columns: &[Column], measure: Measure) -> Option<Friedman> {
        let values: Vec<Vec<f64>> = columns.iter().map(|&column| self.last(column, measure)).collect();
        friedman(&values, measure.larger_is_better())
    }

    /// What the second column changes after all tests, project by project.
    pub fn changes(&self, first: Column, second: Column) -> Vec<ProjectChange> {
        let of = |project: &&str| {
            let both = |measure: Measure| {
                [first, second].map(|column| {
                    self.means(Some(project), column).last().map_or(0.0, |figures| figures.get(measure))
                })
            };
            let faults = self.faults.iter().filter(|fault| fault.project == **project).count();
            let sum = |means: [f64; 2]| means.map(|mean| mean * faults as f64);
            let expense = both(Measure::ExpenseAverage);
            ProjectChange {
                project: (*project).to_owned(),
                faults,
                expense,
                increase_ratio: increase_ratio(expense[0], expense[1]),
                top_5: sum(both(Measure::Acc(5, Ties::Max))),
                top_5_percent: sum(both(Measure::TopPercent(5))),
            }
        };
        self.projects().iter().map(of).collect()
    }

    /// Compares two columns after all tests, paired by fault.
    pub fn compare(&self, first: Column, second: Column, measure: Measure) -> Comparison {
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let (a, b) = (self.last(first, measure), self.last(second, measure));
        let ratio = |of: Measure| {
            let expense = [first, second].map(|column| self.last(column, of));
            let ratios = expense[0].iter().zip(&expense[1]).map(|(&a, &b)| increase_ratio(a, b));
            mean(&ratios.collect::<Vec<f64>>())
        };
        Comparison {
            means: [mean(&a), mean(&b)],
            increase_ratio: ratio(Measure::ExpenseMax),
            increase_ratio_average: ratio(Measure::ExpenseAverage),
            wilcoxon: wilcoxon(&a, &b),
            a12: a12(&a, &b, measure.larger_is_better()),
        }
    }
}

#[cfg(test)]
mod tests {
    use faultline_sbfl::Place;
    use faultline_spectrum::Spectrum;

    use super::*;
    use crate::Learned;

    fn figures(rank: u32) -> Figures {
        Figures::of(&mut [Place { min: rank, max: rank }], 100)
    }

    #[test]
    fn columns_are_compared_fault_by_fault_after_the_last_test() {
        let fault = |project: &str| Fault::new(project.into(), "x-1".into(), Spectrum::default(), &[]);
        let faults = [fault("A"), fault("A"), fault("B")];
        let plan = Plan {
            metrics: vec!["eap".parse().unwrap(), "tfd".parse().unwrap()],
            rankings: vec!["ochiai".parse().unwrap()],
            tests: 1,
            ..Plan::default()
        };
        let outcome = |eap, tfd| Outcomes {
            initial: 1,
            learned: Vec::new(),
            metrics: vec![vec![vec![figures(50), figures(eap)]], vec![vec![figures(50), figures(tfd)]]],
            oracle: Vec::new(),
            whole: vec![figures(1)],
        };
        let outcomes = [outcome(1, 2), outcome(4, 5), outcome(10, 8)];
        let report = Report::new(&plan, &faults, &outcomes);
        let [eap, tfd, whole] = report.columns()[..] else { panic!("three columns") };
        assert_eq!([eap, tfd, whole].map(|c| report.name(c)), ["eap", "tfd", "whole suite"]);
        assert_eq!(report.projects(), ["A", "B"]);

        let means = report.means(Some("A"), eap);
        assert_eq!(means.len(), 2);
        assert!((means[1].get(Measure::Wef) - 1.5).abs() < 1e-12);
        assert!((report.means(None, eap)[1].get(Measure::Wef) - 4.0).abs() < 1e-12);
        assert_eq!(report.means(Some("B"), whole).len(), 1);

        let by_ap = report.compare(eap, tfd, Measure::Ap(Ties::Max));
        assert!((by_ap.increase_ratio - (-1.0 - 0.25 + 0.2) / 3.0).abs() < 1e-12);
        assert_eq!(by_ap.wilcoxon.pairs, 3);
        // Of nine pairs of 1, 1/4, 1/10 and 1/2, 1/5, 1/8: wins 3 + 2 + 0.
        assert!((by_ap.a12 - 5.0 / 9.0).abs() < 1e-12);
        assert!((by_ap.increase_ratio_average - by_ap.increase_ratio).abs() < 1e-12, "there are no ties");
        // Project A: expenses 1 % and 4 % against 2 % and 5 %; B: 10 % against 8 %.
        let [a, b] = &report.changes(eap, tfd)[..] else { panic!("two projects") };
        assert_eq!(
            (a.project.as_str(), a.faults, a.top_5, a.top_5_percent),
            ("A", 2, [2.0, 2.0], [2.0, 2.0])
        );
        assert!(
            (a.increase_ratio - (0.025 - 0.035) / 0.025).abs() < 1e-12
                && (b.increase_ratio - 0.2).abs() < 1e-12
        );
        let all = report.friedman(&report.columns(), Measure::Wef).expect("three columns");
        assert_eq!(all.ranks, [6.5 / 3.0, 8.0 / 3.0, 3.5 / 3.0]);
        let by_cost = report.compare(eap, tfd, Measure::Wef);
        assert!((by_cost.a12 - 5.0 / 9.0).abs() < 1e-12);
    }
    #[test]
    fn learned_columns_are_means_over_seeds_with_the_spread_of_these() {
        let fault = |name: &str| Fault::new("A".into(), name.into(), Spectrum::default(), &[]);
        let faults = [fault("A-1"), fault("A-2")];
        let plan = Plan {
            metrics: vec!["eap".parse().unwrap()],
            rankings: vec!["ochiai".parse().unwrap()],
            ..Plan::default()
        };
        let outcome = |[first, second]: [u32; 2], eap| {
            let seeds = vec![vec![vec![figures(first)]], vec![vec![figures(second)]]];
            let mean = vec![vec![Figures::mean([figures(first), figures(second)])]];
            let learned = vec![Learned { seeds, mean }];
            let metrics = vec![vec![vec![figures(eap)]]];
            Outcomes { initial: 1, metrics, learned, oracle: Vec::new(), whole: vec![figures(1)] }
        };
        let outcomes = [outcome([1, 3], 1), outcome([4, 8], 9)];
        let order = [Way::Learned(0), Way::Metric(0)];
        let report = Report::with_learned(&plan, &faults, &outcomes, vec!["rlfdc".into()], order);
        let [rlfdc, eap, _] = report.columns()[..] else { panic!("three columns") };
        assert_eq!([rlfdc, eap].map(|column| report.name(column)), ["rlfdc", "eap"]);
        let wef = |figures: &Figures| figures.get(Measure::Wef);
        assert!((wef(&report.means(None, rlfdc)[0]) - 3.0).abs() < 1e-12);
        let seeds: Vec<f64> = report.means_of_seeds(None, rlfdc).iter().map(|seed| wef(&seed[0])).collect();
        assert_eq!(seeds, [1.5, 4.5]);
        // Two values d apart deviate by d / sqrt(2).
        let [spread] = report.spreads(None, rlfdc, Measure::Wef)[..] else { panic!("one step") };
        assert!((spread - 3.0 / 2.0_f64.sqrt()).abs() < 1e-12);
        assert!(report.spreads(None, eap, Measure::Wef).is_empty());
        assert_eq!(
            report.curves_of_seeds(1, rlfdc).map(|curve| wef(&curve[0])).collect::<Vec<_>>(),
            [3.0, 7.0]
        );
        // Places 2 and 6 on average, against 1 and 9.
        assert!((report.compare(rlfdc, eap, Measure::Wef).means[0] - 3.0).abs() < 1e-12);
    }
}
