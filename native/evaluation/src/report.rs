//! What an evaluation says: means over faults, and comparisons.

use crate::{Curve, Fault, Figures, Measure, Outcomes, Plan, Wilcoxon, a12, increase_ratio, wilcoxon};

/// How the tests of a column were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// By a metric of the plan.
    Metric(usize),
    /// By the truly best test at each step.
    Oracle,
    /// Not chosen: all of them.
    Whole,
}

/// A way of choosing tests under a ranking: one column of results, a value per fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Column {
    /// How tests were chosen.
    pub way: Way,
    /// Which of the plan's rankings.
    pub ranking: usize,
}

/// The results of a plan on faults.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// What was evaluated.
    pub plan: &'a Plan,
    /// On what.
    pub faults: &'a [Fault],
    /// One per fault.
    pub outcomes: &'a [Outcomes],
}

/// Two columns, fault by fault.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// Means of the measure that was compared: first, second.
    pub means: [f64; 2],
    /// Mean over faults of (expense of the first − of the second) / expense of the first, at
    /// worst: the share of looking that changing to the second saves.
    pub increase_ratio: f64,
    /// The signed-rank test of the measure, pairs being faults.
    pub wilcoxon: Wilcoxon,
    /// A12 of the measure; more than 0.5 says that the first is better.
    pub a12: f64,
}

impl<'a> Report<'a> {
    /// The columns: rankings in order; in each, the metrics, the oracle, the whole suite.
    pub fn columns(&self) -> Vec<Column> {
        let oracle = self.plan.oracle.then_some(Way::Oracle);
        let ways: Vec<Way> =
            (0..self.plan.metrics.len()).map(Way::Metric).chain(oracle).chain([Way::Whole]).collect();
        let of = |ranking| ways.iter().map(move |&way| Column { way, ranking });
        (0..self.plan.rankings.len()).flat_map(of).collect()
    }

    /// The name of a way: its metric's, `oracle` or `whole suite`.
    pub fn way_name(&self, way: Way) -> String {
        match way {
            Way::Metric(metric) => self.plan.metrics[metric].name(),
            Way::Oracle => "oracle".into(),
            Way::Whole => "whole suite".into(),
        }
    }

    /// The name of a column: `eap`; where there are several rankings `eap by Ochiai+size`, or
    /// the ranking alone if it judges nothing but whole suites.
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

    /// The figures of a fault in a column after 0, 1, .. tests; of the whole suite, one alone.
    pub fn curve(&self, fault: usize, column: Column) -> &'a [Figures] {
        let outcomes = &self.outcomes[fault];
        match column.way {
            Way::Metric(metric) => &outcomes.metrics[metric][column.ranking],
            Way::Oracle => &outcomes.oracle[column.ranking],
            Way::Whole => std::slice::from_ref(&outcomes.whole[column.ranking]),
        }
    }

    /// Means over the faults of a project, or all: after 0, 1, .. tests; of the whole suite,
    /// one alone.
    pub fn means(&self, project: Option<&str>, column: Column) -> Curve {
        let of_project = |fault: &usize| project.is_none_or(|name| self.faults[*fault].project == name);
        let curves: Vec<&[Figures]> =
            (0..self.faults.len()).filter(of_project).map(|fault| self.curve(fault, column)).collect();
        let steps = curves.first().map_or(0, |curve| curve.len());
        (0..steps).map(|step| Figures::mean(curves.iter().map(|curve| curve[step]))).collect()
    }

    /// Compares two columns after all tests, fault by fault.
    pub fn compare(&self, first: Column, second: Column, measure: Measure) -> Comparison {
        let last = |column, measure| -> Vec<f64> {
            let value = |fault| self.curve(fault, column).last().map_or(0.0, |f: &Figures| f.get(measure));
            (0..self.faults.len()).map(value).collect()
        };
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let (a, b) = (last(first, measure), last(second, measure));
        let expense = [first, second].map(|column| last(column, Measure::ExpenseMax));
        let ratios: Vec<f64> =
            expense[0].iter().zip(&expense[1]).map(|(&a, &b)| increase_ratio(a, b)).collect();
        Comparison {
            means: [mean(&a), mean(&b)],
            increase_ratio: mean(&ratios),
            wilcoxon: wilcoxon(&a, &b),
            a12: a12(&a, &b, measure.larger_is_better()),
        }
    }
}

#[cfg(test)]
mod tests {
    use faultline_scoring::{Place, Ties};
    use faultline_spectrum::Spectrum;

    use super::*;

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
            oracle: false,
        };
        let outcome = |eap, tfd| Outcomes {
            initial: 1,
            metrics: vec![vec![vec![figures(50), figures(eap)]], vec![vec![figures(50), figures(tfd)]]],
            oracle: Vec::new(),
            whole: vec![figures(1)],
        };
        let outcomes = [outcome(1, 2), outcome(4, 5), outcome(10, 8)];
        let report = Report { plan: &plan, faults: &faults, outcomes: &outcomes };
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
        let by_cost = report.compare(eap, tfd, Measure::Wef);
        assert!((by_cost.a12 - 5.0 / 9.0).abs() < 1e-12);
    }
}
