//! Cross-project results comparable to the published ones: trained on one project of the folder `FAULTLINE_DATA`, tested on
//! another.

use std::path::PathBuf;

use faultline_diagnosability::AnyMetric;
use faultline_evaluation::{Fault, Figures, Measure, Plan, evaluate, load};
use faultline_learned_metrics::{TrainingFault, find_trainable};
use faultline_sbfl::Ties;

const SEEDS: u64 = 3;

fn training(fault: &Fault) -> TrainingFault<'_> {
    TrainingFault {
        name: &fault.name,
        spectrum: &fault.spectrum,
        methods: fault.methods,
        method_of: &fault.method_of,
        faulty: &fault.faulty,
    }
}

#[test]
fn trained_on_lang_the_published_order_holds_on_math() {
    let Some(folder) = std::env::var_os("FAULTLINE_DATA").map(PathBuf::from) else {
        eprintln!("skipped: FAULTLINE_DATA names no folder of spectra");
        return;
    };
    let [lang, math] = ["lang", "math"]
        .map(|project| load(&folder.join(format!("spectra-{project}.tar.xz")), &|_, _| {}).unwrap().faults);
    let lang: Vec<TrainingFault<'_>> = lang.iter().map(training).collect();
    let recipe = find_trainable("rlfdc").unwrap().unwrap();
    let others = ["entbug-published", "ddu", "tfd"].map(|name| AnyMetric::find(name).unwrap());
    let learned = (1..=SEEDS).map(|seed| recipe.train(&lang, seed).unwrap());
    let plan = Plan {
        metrics: others.into_iter().chain(learned).collect(),
        rankings: vec!["ochiai".parse().unwrap()],
        tests: 10,
        oracle: false,
        lines: false,
    };
    let outcomes = evaluate(&math, &plan, &|_| {});
    let found = |metric: usize| {
        let figures = outcomes.iter().map(|outcomes| outcomes.metrics[metric][0][10]);
        Figures::mean(figures).get(Measure::Acc(10, Ties::Max)) * math.len() as f64
    };
    let of_seeds: f64 = (3..plan.metrics.len()).map(found).sum();
    let order = [found(0), found(1), found(2), of_seeds / SEEDS as f64];
    assert!(order.is_sorted_by(|a, b| a < b), "acc@10 of EntBug, DDU, TfD, RLFDC: {order:?}");
}
