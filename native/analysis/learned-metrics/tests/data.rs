//! Training on some faults of the folder `FAULTLINE_DATA`, testing on others.
use std::ops::ControlFlow;
use std::path::PathBuf;

use faultline_diagnosability::AnyMetric;
use faultline_evaluation::{Fault, Measure, Plan, evaluate, load, wilcoxon};
use faultline_learned_metrics::{Learner, Network, Options, Progress, Rlfdc, TrainingFault, train};
use faultline_sbfl::Ties;

/// Every fourth fault is for training; the second of each three of the others is for testing.
const TRAINING: usize = 4;
const SEEDS: [u64; 3] = [1, 2, 3];
/// Largest numbers of training and test faults.
const MOST: [usize; 2] = [8, 18];

fn training(fault: &Fault) -> TrainingFault<'_> {
    TrainingFault {
        name: &fault.name,
        spectrum: &fault.spectrum,
        methods: fault.methods,
        method_of: &fault.method_of,
        faulty: &fault.faulty,
    }
}

fn learned(faults: &[&Fault], options: &Options) -> Network {
    let faults: Vec<TrainingFault<'_>> = faults.iter().map(|fault| training(fault)).collect();
    let silent = &mut |_: &Progress<'_>| ControlFlow::Continue(());
    train(&faults, options, silent).unwrap().model.network().clone()
}

#[test]
fn a_trained_network_chooses_better_tests_of_unseen_faults_than_an_untrained_one() {
    let Some(folder) = std::env::var_os("FAULTLINE_DATA").map(PathBuf::from) else {
        eprintln!("skipped: FAULTLINE_DATA names no folder of spectra");
        return;
    };
    let faults = load(&folder.join("spectra-lang.tar.xz"), &|_, _| {}).unwrap().faults;
    let [seen, unseen]: [Vec<&Fault>; 2] = [
        faults.iter().step_by(TRAINING).take(MOST[0]).collect(),
        faults.iter().skip(1).step_by(TRAINING).chain(faults.iter().skip(2).step_by(TRAINING)).collect(),
    ];
    let unseen: Vec<Fault> = unseen.into_iter().take(MOST[1]).cloned().collect();
    let options = SEEDS.map(|seed| Options { seed, ..Options::default() });
    let fresh = options.iter().map(|options| Learner::new(options).network().clone());
    let networks: Vec<Network> = fresh.chain(options.iter().map(|options| learned(&seen, options))).collect();
    let named = |(n, network)| AnyMetric::new(Rlfdc::named(network, &format!("rlfdc:{n}")));
    let plan = Plan {
        metrics: networks.iter().enumerate().map(named).collect(),
        rankings: vec!["ochiai".parse().unwrap()],
        tests: 10,
        oracle: false,
        lines: false,
    };
    let outcomes = evaluate(&unseen, &plan, &|_| {});
    // Mean over the seeds of each fault's precision after ten tests.
    let precision = |metrics: std::ops::Range<usize>| -> Vec<f64> {
        let of = |curves: &Vec<Vec<_>>| curves[0][10];
        let mean = |outcomes: &faultline_evaluation::Outcomes| {
            let figures = outcomes.metrics[metrics.clone()].iter().map(of);
            faultline_evaluation::Figures::mean(figures).get(Measure::Ap(Ties::Max))
        };
        outcomes.iter().map(mean).collect()
    };
    let [untrained, trained] = [precision(0..3), precision(3..6)];
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (before, after) = (mean(&untrained), mean(&trained));
    assert!(after > before + 0.05, "mAP {before:.3} untrained, {after:.3} trained");
    let p = wilcoxon(&trained, &untrained).p;
    assert!(p < 0.01, "mAP {before:.3} untrained, {after:.3} trained, p = {p:.4}");
}
