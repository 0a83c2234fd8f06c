//! The protocol: starting from each failing test, choose tests one by one and rank after each.

use faultline_diagnosability::{AnyMetric, SelectQuery, Selector, Universe};
use faultline_sbfl::{Level, RankingSpec};
use faultline_spectrum::{Outcome, TestId};
use rayon::prelude::*;

use crate::curve::{Curve, carry_forward};
use crate::judge::{Judge, Scratch, Suite};
use crate::{Asked, Fault, Figures, Learned, oracle, ranked};

/// The metrics, rankings and options to evaluate.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Metrics that choose tests.
    pub metrics: Vec<AnyMetric>,
    /// Rankings that are evaluated after each chosen test.
    pub rankings: Vec<RankingSpec>,
    /// Number of tests to choose after the initial one.
    pub tests: usize,
    /// Whether to add, for each ranking, the oracle, which chooses the best test at each step.
    pub oracle: bool,
    /// Whether lines are ranked, not methods; only for whole suites. Every fault needs a faulty line.
    pub lines: bool,
}

/// The results of a plan on one fault: means over its failing tests as the initial test.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcomes {
    /// The number of failing tests.
    pub initial: usize,
    /// Curves by metric of the plan and ranking.
    pub metrics: Vec<Vec<Curve>>,
    /// Results by metric learned during the evaluation; see [`crate::evaluate_learned`].
    pub learned: Vec<Learned>,
    /// For each ranking, if the plan requests it.
    pub oracle: Vec<Curve>,
    /// For each ranking, the figures of one ranking with every failing and passing test.
    pub whole: Vec<Figures>,
}

/// Evaluates a plan on faults that have no [obstacle](Fault::obstacle).
///
/// Each failing test is the initial test once. The pool is every other row, including the other failing
/// tests. A chosen test enters the ranking with its true outcome; the metric is told the outcome only if it
/// knows outcomes. Among equal candidates the first row wins. If no candidates remain, the last figures are
/// carried forward.
/// `done` is called for each finished fault. The result does not depend on the number of threads. Threads:
/// rayon's.
pub fn evaluate(faults: &[Fault], plan: &Plan, done: &(dyn Fn(&Fault) + Sync)) -> Vec<Outcomes> {
    faults
        .par_iter()
        .map(|fault| {
            let outcomes = of_fault(fault, plan, &plan.metrics);
            done(fault);
            outcomes
        })
        .collect()
}

/// Evaluates one fault with these metrics: the plan's, and possibly more.
pub(crate) fn of_fault(fault: &Fault, plan: &Plan, metrics: &[AnyMetric]) -> Outcomes {
    let judge = Judge::new(fault);
    let universe = Universe::new(fault.method_of.clone());
    let initial = fault.failing();
    let metrics = metrics
        .par_iter()
        .map(|metric| {
            mean_of(initial.par_iter().map(|&t0| {
                let chosen = choose(fault, &universe, metric, t0, plan.tests);
                curves(&judge, t0, &chosen, plan)
            }))
        })
        .collect();
    let oracle = if plan.oracle {
        mean_of(initial.par_iter().map(|&t0| {
            let of = |ranking| oracle::curve(&judge, t0, ranking, plan.tests);
            plan.rankings.iter().map(of).collect()
        }))
    } else {
        Vec::new()
    };
    let whole =
        if plan.lines { of_lines(fault, &plan.rankings) } else { whole_suite(&judge, &plan.rankings) };
    Outcomes { initial: initial.len(), metrics, learned: Vec::new(), oracle, whole }
}

/// The tests that a metric chooses, in order.
fn choose(fault: &Fault, universe: &Universe, metric: &AnyMetric, t0: TestId, tests: usize) -> Vec<TestId> {
    let query = SelectQuery { given: vec![t0], tests, ..SelectQuery::default() };
    let selector = Selector::new(&fault.spectrum, universe, metric, &query)
        .expect("the initial test is a failing row of the spectrum");
    selector.take(tests).map(|step| step.test).collect()
}

/// For each ranking, the figures from the initial test on.
fn curves(judge: &Judge<'_>, t0: TestId, chosen: &[TestId], plan: &Plan) -> Vec<Curve> {
    let mut suite = judge.start();
    let mut scratch = Scratch::default();
    let mut curves = vec![Curve::with_capacity(plan.tests + 1); plan.rankings.len()];
    let mut look = |suite: &Suite, curves: &mut [Curve]| {
        for (curve, ranking) in curves.iter_mut().zip(&plan.rankings) {
            curve.push(judge.figures(suite, ranking, &mut scratch));
        }
    };
    judge.add(&mut suite, t0);
    look(&suite, &mut curves);
    for &test in chosen {
        judge.add(&mut suite, test);
        look(&suite, &mut curves);
    }
    for curve in &mut curves {
        carry_forward(curve, plan.tests);
    }
    curves
}

/// The figures of one ranking with all tests.
fn whole_suite(judge: &Judge<'_>, rankings: &[RankingSpec]) -> Vec<Figures> {
    let mut suite = judge.start();
    let tests = &judge.fault().spectrum.tests;
    for row in (0..tests.len()).filter(|&row| matches!(tests[row].outcome, Outcome::Failed | Outcome::Passed))
    {
        judge.add(&mut suite, TestId::new(row));
    }
    let mut scratch = Scratch::default();
    rankings.iter().map(|ranking| judge.figures(&suite, ranking, &mut scratch)).collect()
}

/// The figures of one ranking of lines with all tests.
fn of_lines(fault: &Fault, rankings: &[RankingSpec]) -> Vec<Figures> {
    let figures = |&ranking: &RankingSpec| {
        let asked = Asked { level: Level::Line, ranking, mutants: None, variants: &[] };
        let found = ranked(fault, &asked).expect("a test of the fault failed");
        found.expect("a faulty line of the fault is known")
    };
    rankings.iter().map(figures).collect()
}

/// The mean over initial tests, summed in a fixed order so that rounding is deterministic.
fn mean_of(runs: impl IndexedParallelIterator<Item = Vec<Curve>>) -> Vec<Curve> {
    let runs: Vec<Vec<Curve>> = runs.collect();
    let Some(first) = runs.first() else { return Vec::new() };
    (0..first.len())
        .map(|ranking| {
            let step = |step: usize| Figures::mean(runs.iter().map(|run| run[ranking][step]));
            (0..first[ranking].len()).map(step).collect()
        })
        .collect()
}
