//! Checks the protocol against a naive implementation on small random faults.

use crate::naive;

use std::path::Path;

use faultline_diagnosability::AnyMetric;
use faultline_evaluation::{Fault, Measure, Outcomes, Plan, evaluate};
use faultline_flt::{TsvFiles, import_tsv};
use faultline_sbfl::Ties;
use faultline_spectrum::TestId;
use proptest::prelude::*;

/// A fault with the given rows of bits, the first of which failed; elements are distributed over methods.
fn fault(rows: &[(bool, u16)], methods: u32, faulty: &[u32]) -> Fault {
    let line = |element: u32| format!("a.B\tm{}()V\t{element}\n", element % methods);
    let test = |(row, (failed, bits)): (usize, &(bool, u16))| {
        let covered: Vec<String> = (0..16).filter(|e| bits >> e & 1 == 1).map(|e| e.to_string()).collect();
        format!(
            "T::t{row}\t{}\t{}\n",
            if *failed || row == 0 { "failed" } else { "passed" },
            covered.join(" ")
        )
    };
    let files = TsvFiles {
        elements: (0..16).map(line).collect::<String>().into(),
        tests: rows.iter().enumerate().map(test).collect::<String>().into(),
        ..TsvFiles::default()
    };
    let spectrum = import_tsv(Path::new("x"), files).unwrap().spectrum;
    let changed: Vec<String> = faulty.iter().map(|m| format!("a.B$m{}<>", m % methods)).collect();
    Fault::new("P".into(), "P-1".into(), spectrum, &changed)
}

fn outcomes(fault: &Fault, plan: &Plan) -> Outcomes {
    evaluate(std::slice::from_ref(fault), plan, &|_| {}).remove(0)
}

fn plan(tests: usize) -> Plan {
    Plan {
        metrics: vec![AnyMetric::find("tfd").unwrap()],
        rankings: vec!["ochiai".parse().unwrap()],
        tests,
        oracle: true,
        lines: false,
    }
}

/// The mean of `of` over initial tests.
fn mean(fault: &Fault, of: impl Fn(TestId) -> f64) -> f64 {
    let failing = fault.failing();
    failing.iter().map(|&t0| of(t0)).sum::<f64>() / failing.len() as f64
}

fn precision(fault: &Fault, suite: &[TestId]) -> f64 {
    naive::average_precision(&naive::ranks(fault, suite, 1e-12))
}

proptest! {
    #[test]
    fn a_naive_protocol_gives_the_same_precision_after_every_test(
        rows in proptest::collection::vec((prop::bool::weighted(0.2), any::<u16>()), 1..9),
        methods in 1_u32..9,
        faulty in proptest::collection::vec(0_u32..9, 1..4),
    ) {
        let fault = fault(&rows, methods, &faulty);
        let outcomes = outcomes(&fault, &plan(4));
        for tests in 0..=4 {
            let naive = mean(&fault, |t0| {
                let mut suite = vec![t0];
                for _ in 0..tests {
                    suite.extend(naive::next_by_tfd(&fault, &suite));
                }
                precision(&fault, &suite)
            });
            let value = outcomes.metrics[0][0][tests].get(Measure::Ap(Ties::Max));
            prop_assert!((value - naive).abs() < 1e-12, "{} tests: {} is not {}", tests, value, naive);
        }
        let all: Vec<TestId> = (0..rows.len()).map(TestId::new).collect();
        let whole = outcomes.whole[0].get(Measure::Ap(Ties::Max));
        prop_assert!((whole - precision(&fault, &all)).abs() < 1e-12);
    }

    #[test]
    fn the_oracle_takes_the_truly_best_test_at_its_first_step(
        rows in proptest::collection::vec((prop::bool::weighted(0.2), any::<u16>()), 2..9),
        methods in 1_u32..9,
        faulty in proptest::collection::vec(0_u32..9, 1..4),
    ) {
        let fault = fault(&rows, methods, &faulty);
        let outcomes = outcomes(&fault, &plan(3));
        let best = mean(&fault, |t0| {
            let others = (0..rows.len()).map(TestId::new).filter(|&test| test != t0);
            others.map(|test| precision(&fault, &[t0, test])).fold(0.0, f64::max)
        });
        let step = |curves: &[Vec<faultline_evaluation::Figures>], at: usize| curves[0][at].get(Measure::Ap(Ties::Max));
        prop_assert!((step(&outcomes.oracle, 1) - best).abs() < 1e-12);
        prop_assert!(step(&outcomes.oracle, 1) >= step(&outcomes.metrics[0], 1) - 1e-12);
        prop_assert!((step(&outcomes.oracle, 0) - step(&outcomes.metrics[0], 0)).abs() < 1e-12);
    }

    #[test]
    fn the_number_of_threads_changes_nothing(
        rows in proptest::collection::vec((prop::bool::weighted(0.4), any::<u16>()), 2..12),
    ) {
        let faults = [fault(&rows, 5, &[0]), fault(&rows, 3, &[1, 2])];
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| evaluate(&faults, &plan(5), &|_| {}))
        };
        prop_assert_eq!(run(1), run(4));
    }
}

#[test]
fn where_candidates_run_out_the_last_figures_are_carried_forward() {
    let fault = fault(&[(true, 0b111), (false, 0b110)], 3, &[0]);
    let outcomes = outcomes(&fault, &plan(4));
    for curve in [&outcomes.metrics[0][0], &outcomes.oracle[0]] {
        assert_eq!(curve.len(), 5);
        assert_ne!(curve[0], curve[1]);
        assert!(curve[2..].iter().all(|figures| *figures == curve[1]));
    }
}

#[test]
fn other_failing_tests_are_candidates_and_enter_the_ranking_as_failures() {
    // From either failing test only the other can be added; m0 is the only method that both cover.
    let fault = fault(&[(true, 0b001_001), (true, 0b000_011)], 3, &[0]);
    let outcomes = outcomes(&fault, &plan(1));
    assert_eq!(outcomes.initial, 2);
    let rank = |step: usize| outcomes.metrics[0][0][step].get(Measure::Wef) + 1.0;
    // Alone, the first covers only m0; the second ties m0 with m1.
    assert!((rank(0) - 1.5).abs() < 1e-12 && (rank(1) - 1.0).abs() < 1e-12);
}
