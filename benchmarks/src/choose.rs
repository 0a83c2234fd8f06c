//! The time to choose tests, and to compute a metric's value of one test.

use std::hint::black_box;

use faultline_diagnosability::{
    AnyMetric, Columns, METRICS, Prepared, SelectQuery, Universe, Verdict, ietcr,
};
use faultline_spectrum::{Spectrum, TestId};
use serde_json::{Value, json};

use crate::naive::Suite;
use crate::{cpu, stats, suites, table};

/// CPU time of each repetition, and that of the baseline. Units: µs.
pub struct Speed {
    lines: Vec<Line>,
}

/// A measured operation.
struct Line {
    suite: &'static str,
    what: String,
    micros: Vec<f64>,
    /// The baseline with its samples. Units: µs.
    beside: Option<(&'static str, Vec<f64>)>,
}

/// Number of tests to choose.
const TESTS: usize = 10;
/// Metrics of suspicious elements, then those of all elements.
const LARGE: [&str; 7] = ["eap", "split", "fdg", "cover", "tfd", "ddu", "entbug"];
const SMALL: [&str; 8] = ["eap", "split", "fdg", "cover", "tfd", "ddu", "entbug", "rapter"];

/// Measures everything; slow operations are repeated less often.
pub fn run(rounds: usize, progress: impl Fn(&str)) -> Speed {
    let mut speed = Speed { lines: Vec::new() };
    for (name, runs) in [("7200 x 90000, 4 %", 360), ("7200 x 90000, 8 %", 720)] {
        progress(&format!("choosing {TESTS} tests of {name}"));
        speed.large(name, &suites::spectrum(7200, 90_000, runs, 1), rounds);
    }
    progress("choosing from a small suite, beside the straightforward implementation");
    speed.small(rounds.min(5));
    progress("one candidate of 300 lines");
    speed.one_candidate(rounds);
    progress("IETCR");
    speed.information(rounds);
    speed
}

fn metric(name: &str) -> AnyMetric {
    AnyMetric::find(name).expect("a registered metric")
}

fn choose(prepared: &Prepared<'_>, metric: &AnyMetric) -> usize {
    let query = SelectQuery { given: vec![TestId::new(0)], tests: TESTS, ..SelectQuery::default() };
    prepared.selector(metric, &query).expect("the first test failed").take(TESTS).count()
}

fn timed<T>(rounds: usize, mut work: impl FnMut() -> T) -> Vec<f64> {
    let one = |_| {
        let start = cpu::of_this_thread();
        black_box(work());
        cpu::of_this_thread().saturating_sub(start).as_secs_f64() * 1e6
    };
    (0..rounds).map(one).collect()
}

impl Speed {
    /// Measures choices, compared with one pass over the matrix, the limit by memory bandwidth.
    fn large(&mut self, suite: &'static str, spectrum: &Spectrum, rounds: usize) {
        let pass =
            timed(rounds, || faultline_bit_kernels::count(spectrum.coverage.whole().unwrap_or_default()));
        let mut line = |what: String, micros| {
            self.lines.push(Line { suite, what, micros, beside: Some(("a pass over it", pass.clone())) });
        };
        let prepared = Prepared::new(spectrum);
        line("columns of all lines".into(), timed(rounds.min(5), || Columns::of(&spectrum.coverage).len()));
        line(
            "columns of suspicious lines".into(),
            timed(rounds, || Prepared::new(spectrum).suspicious_columns().len()),
        );
        prepared.columns();
        for name in LARGE {
            let metric = metric(name);
            line(name.into(), timed(rounds, || choose(&prepared, &metric)));
        }
        let eap = metric("eap");
        line("eap, columns included".into(), timed(rounds, || choose(&Prepared::new(spectrum), &eap)));
    }

    fn small(&mut self, rounds: usize) {
        let spectrum = suites::spectrum(300, 3000, 12, 1);
        let prepared = Prepared::new(&spectrum);
        let rows = dense(&spectrum);
        let start = dense_start(&spectrum).with(&rows[0], true);
        for name in SMALL {
            let metric = metric(name);
            self.lines.push(Line {
                suite: "300 x 3000, 4 %",
                what: name.to_owned(),
                micros: timed(10 * rounds, || choose(&prepared, &metric)),
                beside: Some(("straightforward", timed(1, || choose_densely(&start, &rows, &metric)))),
            });
        }
    }

    /// Measures a candidate's score after a failing and four passing tests with half of the lines covered, which a search loop needs
    /// a million times a second.
    fn one_candidate(&mut self, rounds: usize) {
        const OFTEN: usize = 2000;
        let spectrum = suites::spectrum(64, 300, 15, 1);
        let universe = Universe::of(&spectrum);
        let rows = dense(&spectrum);
        let mut start = dense_start(&spectrum).with(&rows[0], true);
        for row in &rows[1..5] {
            start = start.with(row, false);
        }
        for entry in METRICS {
            let metric = entry.metric();
            let mut state = metric.start(&universe);
            state.add(&spectrum.coverage.row(0), Verdict::Failed);
            (1..5).for_each(|test| state.add(&spectrum.coverage.row(test), Verdict::Passed));
            let candidates = (5..64).cycle().take(OFTEN);
            let all =
                || candidates.clone().map(|test| state.score(&spectrum.coverage.row(test))).sum::<f64>();
            let micros = timed(rounds, all).iter().map(|micros| micros / OFTEN as f64).collect();
            let name = metric.name();
            let naively = timed(3, || start.score(&name, &rows[7]));
            self.lines.push(Line {
                suite: "one of 300 lines",
                what: name,
                micros,
                beside: Some(("straightforward", naively)),
            });
        }
    }

    fn information(&mut self, rounds: usize) {
        let suite = suites::spectrum(4130, 2000, 60, 20);
        self.lines.push(Line {
            suite: "4130 x 2000, 26 %",
            what: "ietcr of every test".to_owned(),
            micros: timed(rounds, || ietcr(&suite, 3.0)),
            beside: Some((
                "a pass over it",
                timed(rounds, || faultline_bit_kernels::count(suite.coverage.whole().unwrap_or_default())),
            )),
        });
    }

    /// Renders a table.
    pub fn table(&self) -> String {
        let row = |line: &Line| {
            let min = stats::min(&line.micros);
            let beside = line.beside.as_ref().map_or_else(String::new, |(name, micros)| {
                let other = stats::min(micros);
                if min > other {
                    format!("{:.1} x {name}", min / other)
                } else {
                    format!("1/{:.0} of {name}", other / min)
                }
            });
            vec![
                format!("{}: {}", line.suite, line.what),
                format!("{min:.2}"),
                format!("{:.2}", stats::median(&line.micros)),
                beside,
            ]
        };
        let rows: Vec<Vec<String>> = self.lines.iter().map(row).collect();
        table::render(&["suite: what", "CPU us min", "median", "min beside"], &rows)
    }

    /// Returns all samples as JSON.
    pub fn json(&self) -> Value {
        let line = |line: &Line| {
            let beside =
                line.beside.as_ref().map(|(what, micros)| json!({ "what": what, "microseconds": micros }));
            json!({ "suite": line.suite, "what": line.what, "microseconds": line.micros, "beside": beside })
        };
        json!({ "benchmark": "choose", "lines": self.lines.iter().map(line).collect::<Vec<_>>() })
    }
}

fn dense(spectrum: &Spectrum) -> Vec<Vec<f64>> {
    let coverage = &spectrum.coverage;
    let row = |test| (0..coverage.columns()).map(|e| f64::from(u8::from(coverage.get(test, e)))).collect();
    (0..coverage.rows()).map(row).collect()
}

fn dense_start(spectrum: &Spectrum) -> Suite {
    let methods = spectrum.elements.iter().map(|element| element.method.0).collect();
    Suite { elements: spectrum.elements.len(), methods, ..Suite::default() }
}

fn choose_densely(start: &Suite, rows: &[Vec<f64>], metric: &AnyMetric) -> usize {
    let (name, better) = (metric.name(), metric.better());
    let mut suite = start.clone();
    let mut left: Vec<usize> = (1..rows.len()).collect();
    for _ in 0..TESTS {
        let scores = left.iter().map(|&test| better.oriented(suite.score(&name, &rows[test])));
        let best = scores.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).expect("candidates").0;
        suite = suite.with(&rows[left.remove(best)], false);
    }
    left.len()
}
