//! The cost of choosing tests by a learned belief, compared with `eap`, which has none.

use std::hint::black_box;

use faultline_diagnosability::{AnyMetric, Prepared, SelectQuery, Step};
use faultline_spectrum::{Outcome, Spectrum, TestId};
use serde_json::{Value, json};

use crate::{cpu, library, stats, table};

/// Number of tests to choose.
const TESTS: usize = 10;
/// The baseline comes first.
const METRICS: [&str; 2] = ["eap", "belief"];
/// Ways to choose; the first includes what is computed once per spectrum.
const WAYS: [&str; 2] = ["one failing test, all included", "one more failing test"];

/// CPU time for a failing test, by way and metric, round by round. Units: ms.
pub struct Costs {
    samples: [[Vec<f64>; METRICS.len()]; WAYS.len()],
}

/// Chooses for every failing test by both metrics, alternating.
pub fn run(rounds: usize, progress: impl Fn(&str)) -> Costs {
    progress("making up a library");
    let spectrum = library::spectrum();
    let metrics = METRICS.map(|name| faultline_learned_metrics::find(name).expect("a registered metric"));
    let failing: Vec<TestId> = spectrum.tests_with(Outcome::Failed).collect();
    let mut costs = Costs { samples: Default::default() };
    for round in 0..rounds {
        progress(&format!("round {} of {rounds}", round + 1));
        for at in stats::rotation(round, METRICS.len()) {
            let metric = &metrics[at];
            let cold = || failing.iter().for_each(|&test| choose_anew(&spectrum, metric, test));
            costs.samples[0][at].push(millis(cold) / failing.len() as f64);
            let prepared = Prepared::new(&spectrum);
            choose(&prepared, metric, failing[0]);
            let warm = || failing.iter().for_each(|&test| drop(black_box(choose(&prepared, metric, test))));
            costs.samples[1][at].push(millis(warm) / failing.len() as f64);
        }
    }
    costs
}

fn choose_anew(spectrum: &Spectrum, metric: &AnyMetric, failing: TestId) {
    black_box(choose(&Prepared::new(spectrum), metric, failing));
}

fn choose(prepared: &Prepared<'_>, metric: &AnyMetric, failing: TestId) -> Vec<Step> {
    let query = SelectQuery { given: vec![failing], tests: TESTS, ..SelectQuery::default() };
    prepared.selector(metric, &query).expect("a test that failed").take(TESTS).collect()
}

fn millis(work: impl FnOnce()) -> f64 {
    let start = cpu::of_this_thread();
    work();
    cpu::of_this_thread().saturating_sub(start).as_secs_f64() * 1e3
}

impl Costs {
    /// Renders a table.
    pub fn table(&self) -> String {
        let rows: Vec<Vec<String>> = WAYS
            .iter()
            .zip(&self.samples)
            .flat_map(|(way, samples)| {
                METRICS.iter().zip(samples).map(|(metric, millis)| {
                    let ratios = stats::ratios(millis, &samples[0]);
                    vec![
                        (*way).to_owned(),
                        (*metric).to_owned(),
                        format!("{:.2}", stats::min(millis)),
                        format!("{:.2}", stats::median(millis)),
                        format!("{:.2}", stats::median(&ratios)),
                    ]
                })
            })
            .collect();
        format!(
            "{TESTS} of {} tests over {} lines, {} rounds\n\n{}",
            library::TESTS,
            library::LINES,
            self.samples[0][0].len(),
            table::render(&["choosing for", "metric", "CPU ms min", "median", "of eap's"], &rows)
        )
    }

    /// Returns all samples as JSON.
    pub fn json(&self) -> Value {
        let of_way = |(way, samples): (&&str, &[Vec<f64>; METRICS.len()])| {
            let of_metric = |(metric, millis): (&&str, &Vec<f64>)| json!({ "metric": metric, "ms": millis });
            json!({ "way": way, "metrics": METRICS.iter().zip(samples).map(of_metric).collect::<Vec<_>>() })
        };
        let ways: Vec<Value> = WAYS.iter().zip(&self.samples).map(of_way).collect();
        json!({ "benchmark": "belief", "tests": library::TESTS, "lines": library::LINES, "ways": ways })
    }
}
