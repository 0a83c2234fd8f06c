//! Checks the labelled protocol on the faults in the folder that `FAULTLINE_DATA` names.

use std::path::PathBuf;

use faultline_diagnosability::{Answer, AnyMetric, Labelling, Universe, Verdict};
use faultline_evaluation::{Fault, Figures, Judge, Measure, Plan, Scratch, evaluate, load, with_labelled};
use faultline_sbfl::{RankingSpec, Ties};
use faultline_spectrum::{Outcome, TestId};

const RANKINGS: [&str; 3] = ["ochiai", "ochiai+size+trace", "posterior"];

fn plan(metrics: &[&str]) -> Plan {
    let metrics: Vec<AnyMetric> = metrics.iter().map(|name| AnyMetric::find(name).unwrap()).collect();
    Plan {
        metrics: with_labelled(&metrics),
        rankings: RANKINGS.iter().map(|name| name.parse::<RankingSpec>().unwrap()).collect(),
        tests: 10,
        ..Plan::default()
    }
}

fn precision(figures: Figures) -> f64 {
    figures.get(Measure::Ap(Ties::Max))
}

/// An independent implementation of the protocol: an oracle answers each offered test.
fn by_answering(fault: &Fault, metric: &AnyMetric, tests: usize) -> f64 {
    let spectrum = &fault.spectrum;
    let universe = Universe::new(fault.method_of.clone());
    let judge = Judge::new(fault);
    let all: Vec<TestId> = (0..spectrum.tests.len())
        .map(TestId::new)
        .filter(|t| spectrum.tests[t.index()].outcome.is_counted())
        .collect();
    let failing = fault.failing();
    let of = |&t0: &TestId| {
        let given = [(t0, Verdict::Failed)];
        let mut labelling = Labelling::new(&spectrum.coverage, &universe, metric, &given, &all).unwrap();
        let mut suite = judge.suite([t0]);
        for _ in 0..tests {
            let Some(offer) = labelling.offer() else { break };
            let failed = spectrum.tests[offer.test.index()].outcome == Outcome::Failed;
            labelling.answer(offer.test, if failed { Answer::Failed } else { Answer::Passed });
            judge.add(&mut suite, offer.test);
        }
        precision(judge.figures(&suite, &"ochiai".parse().unwrap(), &mut Scratch::default()))
    };
    failing.iter().map(of).sum::<f64>() / failing.len() as f64
}

#[test]
fn labels_of_real_faults_change_the_choice_of_eap_where_several_tests_fail() {
    let Some(folder) = std::env::var_os("FAULTLINE_DATA").map(PathBuf::from) else {
        eprintln!("skipped: FAULTLINE_DATA names no folder of spectra");
        return;
    };
    let faults = load(&folder, &|_, _| {}).unwrap().faults;
    let plan = plan(&["eap", "fdg-ap", "tfd", "fdg"]);
    let names: Vec<String> = plan.metrics.iter().map(AnyMetric::name).collect();
    assert_eq!(names, ["eap", "eap labelled", "fdg-ap", "fdg-ap labelled", "tfd", "tfd labelled", "fdg"]);
    let results = evaluate(&faults, &plan, &|_| {});

    let mut differ = 0;
    for (fault, outcomes) in faults.iter().zip(&results) {
        let [eap, labelled] = [0, 1].map(|metric| &outcomes.metrics[metric]);
        differ += usize::from(eap != labelled);
        if outcomes.initial == 1 {
            assert_eq!(eap, labelled, "{}: no candidate fails", fault.name);
        }
        // A metric that uses no outcomes ignores labels; one that uses them gets them in both protocols.
        assert_eq!(outcomes.metrics[4], outcomes.metrics[5], "{}", fault.name);
        assert_eq!(outcomes.metrics[3], outcomes.metrics[6], "{}", fault.name);
    }
    assert!(differ >= 20, "{differ} faults where labels matter");

    // The table of benchmarks/results.md: mAP after 5 and 10 tests.
    for (project, rows) in [("Lang", &LANG), ("Math", &MATH)] {
        for (ranking, printed) in rows.iter().enumerate() {
            for (metric, printed) in printed.iter().enumerate() {
                for (tests, printed) in [5, 10].into_iter().zip(printed) {
                    let of = faults.iter().zip(&results).filter(|(fault, _)| fault.project == project);
                    let mean = precision(Figures::mean(of.map(|(_, o)| o.metrics[metric][ranking][tests])));
                    assert!(
                        (mean - printed).abs() <= 0.0005 + 1e-9,
                        "{project} {} by {} after {tests}: {mean} is not {printed}",
                        names[metric],
                        RANKINGS[ranking]
                    );
                }
            }
        }
    }

    let small = faults.iter().zip(&results).filter(|(f, o)| o.initial > 1 && f.spectrum.tests.len() < 250);
    let small: Vec<_> = small.take(8).collect();
    assert!(small.len() >= 5, "{} faults", small.len());
    for (fault, outcomes) in small {
        let (value, other) =
            (precision(outcomes.metrics[1][0][10]), by_answering(fault, &plan.metrics[0], 10));
        assert!((value - other).abs() < 1e-12, "{}: {value} and {other}", fault.name);
    }
}

/// By ranking: [eap, eap labelled] after [5, 10] tests.
#[rustfmt::skip]
const LANG: [[[f64; 2]; 2]; 3] = [
    [[0.571, 0.575], [0.585, 0.594]],
    [[0.720, 0.718], [0.718, 0.715]],
    [[0.703, 0.715], [0.703, 0.717]],
];
#[rustfmt::skip]
const MATH: [[[f64; 2]; 2]; 3] = [
    [[0.371, 0.384], [0.366, 0.382]],
    [[0.514, 0.545], [0.513, 0.534]],
    [[0.441, 0.489], [0.444, 0.491]],
];
