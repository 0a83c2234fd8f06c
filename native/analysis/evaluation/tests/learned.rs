//! Metrics learned during the evaluation: they never learn from faults they judge, and are deterministic.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;

use faultline_diagnosability::{AnyMetric, Larger, Metric, State, Universe, Verdict};
use faultline_evaluation::{
    Fault, Learner, Measure, Outcomes, Part, Plan, Training, across, evaluate, evaluate_learned, folds,
    with_threads,
};
use faultline_flt::{TsvFiles, import_tsv};
use faultline_sbfl::Ties;

/// A fault that differs from the others of its project only in its number of elements. t0 fails on all
/// elements; the passing tests cover one method each, the faulty one last.
fn fault(project: &str, number: usize, elements: usize) -> Fault {
    let line = |element: usize| format!("a.B\tm{element}()V\t{element}\n");
    let all: Vec<String> = (0..elements).map(|element| element.to_string()).collect();
    let passing = |element: usize| format!("T::t{element}\tpassed\t{element}\n");
    let tests = format!("T::t0\tfailed\t{}\n", all.join(" "))
        + &(1..elements).map(|element| passing(elements - element)).collect::<String>();
    let elements = (0..elements).map(line).collect::<String>();
    let files = TsvFiles { elements: elements.into(), tests: tests.into(), ..TsvFiles::default() };
    let spectrum = import_tsv(Path::new("x"), files).unwrap().spectrum;
    Fault::new(project.into(), format!("{project}-{number}"), spectrum, &["a.B$m1<>".to_owned()])
}

fn faults() -> Vec<Fault> {
    let of = |project, first: usize| (1..=10).map(move |number| fault(project, number, first + number));
    of("P", 2).chain(of("Q", 20)).collect()
}

/// A metric that recognises the faults it learned from by their numbers of elements, and panics when it
/// judges one of them.
#[derive(Clone, Debug)]
struct Honest {
    seen: BTreeSet<usize>,
    seed: u64,
}

/// Prefers tests by the first element they cover, ascending or descending depending on the seed.
#[derive(Clone)]
struct HonestState(bool);

impl Metric for Honest {
    type State = HonestState;

    fn name(&self) -> String {
        "honest".into()
    }

    fn start(&self, universe: &Universe) -> HonestState {
        assert!(!self.seen.contains(&universe.elements()), "it learned from what it judges");
        HonestState(self.seed.is_multiple_of(2))
    }
}

impl State for HonestState {
    type Direction = Larger;

    fn add(&mut self, _row: &[u64], _verdict: Verdict) {}

    fn score(&mut self, row: &[u64]) -> f64 {
        let first = f64::from(row[0].trailing_zeros());
        if self.0 { first } else { -first }
    }
}

/// Learns [`Honest`] metrics and records its training sets.
#[derive(Default)]
struct Learning(Mutex<Vec<(Vec<String>, u64)>>);

impl Learner for Learning {
    fn name(&self) -> String {
        "honest".into()
    }

    fn learn(&self, faults: &[&Fault], seed: u64) -> Result<AnyMetric, String> {
        let names = faults.iter().map(|fault| fault.name.clone()).collect();
        self.0.lock().unwrap().push((names, seed));
        let seen = faults.iter().map(|fault| fault.spectrum.elements.len()).collect();
        Ok(AnyMetric::new(Honest { seen, seed }))
    }
}

/// A learner that always fails.
struct Hopeless;

impl Learner for Hopeless {
    fn name(&self) -> String {
        "hopeless".into()
    }

    fn learn(&self, faults: &[&Fault], seed: u64) -> Result<AnyMetric, String> {
        Err(format!("{} says nothing to seed {seed}", faults[0].name))
    }
}

fn plan() -> Plan {
    Plan {
        metrics: vec!["tfd".parse().unwrap()],
        rankings: vec!["ochiai".parse().unwrap()],
        tests: 3,
        oracle: false,
        lines: false,
    }
}

fn run(faults: &[Fault], parts: &[Part], learner: &dyn Learner, threads: usize) -> Vec<Outcomes> {
    let training = Training { learners: &[learner], parts, seeds: 3 };
    with_threads(Some(threads), || evaluate_learned(faults, &plan(), &training, &|_| {})).unwrap()
}

#[test]
fn no_fault_is_judged_by_what_learned_from_it() {
    let faults = faults();
    for (parts, models) in [(folds(&faults, 5).unwrap(), 10), (across(&faults).unwrap(), 2)] {
        let learning = Learning::default();
        // Each metric panics if it is to judge a fault that it has seen.
        run(&faults, &parts, &learning, 2);
        let shown = learning.0.into_inner().unwrap();
        assert_eq!(shown.len(), models * 3);
        let learned_from: BTreeSet<&String> = shown.iter().flat_map(|(names, _)| names).collect();
        assert_eq!(learned_from.len(), faults.len(), "every fault is learned from for some other");
    }
}

#[test]
fn a_fault_that_was_learned_from_would_be_noticed() {
    let faults = faults();
    let all: Vec<usize> = (0..faults.len()).collect();
    let leaking = |seen: Vec<usize>| Part { name: "leaking".into(), seen, judged: all.clone() };
    let runs = |part: Part| catch_unwind(AssertUnwindSafe(|| run(&faults, &[part], &Learning::default(), 1)));
    assert!(runs(leaking(Vec::new())).is_ok());
    assert!(runs(leaking(vec![7])).is_err());
    // The metric of these tests detects this itself.
    let honest = AnyMetric::new(Honest { seen: [faults[7].spectrum.elements.len()].into(), seed: 1 });
    let plan = Plan { metrics: vec![honest], ..plan() };
    assert!(catch_unwind(AssertUnwindSafe(|| evaluate(&faults[7..8], &plan, &|_| {}))).is_err());
    assert!(catch_unwind(AssertUnwindSafe(|| evaluate(&faults[6..7], &plan, &|_| {}))).is_ok());
}

#[test]
fn figures_are_those_of_each_seed_and_their_mean_whatever_the_threads() {
    let faults = faults();
    let parts = folds(&faults, 5).unwrap();
    let outcomes = run(&faults, &parts, &Learning::default(), 1);
    assert_eq!(outcomes, run(&faults, &parts, &Learning::default(), 4));
    for (fault, outcomes) in faults.iter().zip(&outcomes) {
        let [learned] = &outcomes.learned[..] else { panic!("one learner") };
        let of_seed = |seed| {
            let metric = AnyMetric::new(Honest { seen: BTreeSet::new(), seed });
            let alone = Plan { metrics: vec![metric], ..plan() };
            evaluate(std::slice::from_ref(fault), &alone, &|_| {}).remove(0).metrics.remove(0)
        };
        let alone: Vec<_> = (1..=3).map(of_seed).collect();
        assert_eq!(learned.seeds, alone);
        let value = |curves: &[Vec<faultline_evaluation::Figures>]| curves[0][3].get(Measure::Ap(Ties::Max));
        let mean = alone.iter().map(|curves| value(curves)).sum::<f64>() / 3.0;
        assert!((value(&learned.mean) - mean).abs() < 1e-12);
        // The other results are the same as without learning.
        let without = evaluate(std::slice::from_ref(fault), &plan(), &|_| {}).remove(0);
        assert_eq!((&outcomes.metrics, &outcomes.whole), (&without.metrics, &without.whole));
    }
    // The seeds must choose differently, otherwise the mean would prove nothing.
    assert!(outcomes.iter().any(|outcomes| outcomes.learned[0].seeds[0] != outcomes.learned[0].seeds[1]));
}

#[test]
fn what_cannot_be_learned_is_said_with_where() {
    let faults = faults();
    let parts = folds(&faults, 5).unwrap();
    let training = Training { learners: &[&Hopeless], parts: &parts, seeds: 2 };
    let error = evaluate_learned(&faults, &plan(), &training, &|_| {}).unwrap_err().to_string();
    assert_eq!(
        error,
        "hopeless could not be learned for fold 1 of 5 of P with seed 1: P-3 says nothing to seed 1"
    );
}
