//! Trains on every project of the folder that `FAULTLINE_DATA` names and tries the networks on
//! every other one, with ten seeds each; prints the table of `docs/rlfdc.md`.
//!
//! The protocol is that of `faultline evaluate`: each failing test is the initial test once,
//! Ochiai of the best line judges, ties count as their last place.

use std::collections::BTreeSet;
use std::error::Error;
use std::ops::ControlFlow;
use std::path::PathBuf;

use faultline_diagnosability::AnyMetric;
use faultline_evaluation::{Fault, Figures, Measure, Plan, evaluate, load};
use faultline_rlfdc::{Algorithm, Learner, Network, Options, Progress, Rlfdc, TrainingFault, train};
use faultline_scoring::Ties;

const SEEDS: u64 = 10;
const OTHERS: [&str; 7] = ["entbug-published", "ddu", "tfd", "split", "cover", "fdg", "eap"];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::var_os("FAULTLINE_DATA").ok_or("FAULTLINE_DATA names no folder of spectra")?;
    let faults = load(&PathBuf::from(folder), &|_, _| {})?.faults;
    let projects: BTreeSet<&str> = faults.iter().map(|fault| &*fault.project).collect();
    for trained_on in &projects {
        let training: Vec<TrainingFault<'_>> = of(&faults, trained_on).map(training_fault).collect();
        for tried_on in projects.iter().filter(|project| *project != trained_on) {
            let unseen: Vec<Fault> = of(&faults, tried_on).cloned().collect();
            println!(
                "\ntrained on {trained_on} ({}), tried on {tried_on} ({})",
                training.len(),
                unseen.len()
            );
            table(&training, &unseen)?;
        }
    }
    Ok(())
}

fn of<'a>(faults: &'a [Fault], project: &'a str) -> impl Iterator<Item = &'a Fault> {
    faults.iter().filter(move |fault| fault.project == project)
}

fn training_fault(fault: &Fault) -> TrainingFault<'_> {
    TrainingFault {
        name: &fault.name,
        spectrum: &fault.spectrum,
        methods: fault.methods,
        method_of: &fault.method_of,
        faulty: &fault.faulty,
    }
}

/// A group of metrics and its name: the ten seeds of an algorithm, or one metric alone.
type Group = (String, Vec<AnyMetric>);

/// Makes a network by options.
type Make<'a> = dyn Fn(&Options) -> Result<Network, Box<dyn Error>> + 'a;

fn table(training: &[TrainingFault<'_>], unseen: &[Fault]) -> Result<(), Box<dyn Error>> {
    let mut groups: Vec<Group> = Vec::new();
    for name in OTHERS {
        groups.push((name.to_owned(), vec![AnyMetric::find(name)?]));
    }
    let seeded = |name: &str, network: &Make<'_>, algorithm| {
        let metric = |seed| {
            let network = network(&Options { seed, algorithm, ..Options::default() })?;
            Ok(AnyMetric::new(Rlfdc::named(&network, &format!("{name} {seed}"))))
        };
        let metrics: Result<Vec<AnyMetric>, Box<dyn Error>> = (1..=SEEDS).map(metric).collect();
        Ok::<Group, Box<dyn Error>>((name.to_owned(), metrics?))
    };
    let untrained = |options: &Options| Ok(Learner::new(options).network().clone());
    groups.push(seeded("rlfdc, untrained", &untrained, Algorithm::DoubleDqn)?);
    let trained = |options: &Options| {
        let silent = &mut |_: &Progress<'_>| ControlFlow::Continue(());
        Ok(train(training, options, silent)?.model.network().clone())
    };
    for algorithm in [Algorithm::Dqn, Algorithm::DoubleDqn] {
        groups.push(seeded(&format!("rlfdc, {algorithm}"), &trained, algorithm)?);
    }
    let plan = Plan {
        metrics: groups.iter().flat_map(|(_, metrics)| metrics.clone()).collect(),
        rankings: vec!["ochiai".parse()?],
        tests: 10,
        oracle: false,
    };
    let outcomes = evaluate(unseen, &plan, &|_| {});
    let figures = |metric: usize, tests: usize| {
        Figures::mean(outcomes.iter().map(|outcomes| outcomes.metrics[metric][0][tests]))
    };
    println!("{:<20} mAP after 1, 5, 10 tests: mean (spread)           acc@10 after 10", "");
    let mut first = 0;
    for (name, metrics) in groups {
        let all = first..first + metrics.len();
        first = all.end;
        let column = |tests: usize, measure, scale: f64| {
            mean_and_spread(all.clone().map(|metric| figures(metric, tests).get(measure) * scale))
        };
        print!("{name:<20}");
        for tests in [1, 5, 10] {
            let (mean, spread) = column(tests, Measure::Ap(Ties::Max), 1.0);
            print!(" {mean:.3} ({spread:.3})  ");
        }
        let (mean, spread) = column(10, Measure::Acc(10, Ties::Max), unseen.len() as f64);
        println!(" {mean:.1} ({spread:.1})");
    }
    Ok(())
}

/// Mean and sample standard deviation, 0 for one value.
fn mean_and_spread(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0).max(1.0)).sqrt())
}
