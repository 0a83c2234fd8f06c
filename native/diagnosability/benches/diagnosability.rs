//! Choosing tests, scoring one candidate, and IETCR, beside what they are to be compared with.
//!
//! "7200 x 90000": a failing test that covers 4 % (or 8 %), runs of ten lines; choosing ten tests after
//! the columns have been made, beside one pass over the matrix. "300 x 3000": the same choice
//! by the dense twins that the tests compare with (`tests/naive`), in f64 from the formulas.

#[path = "../tests/naive/mod.rs"]
mod naive;

use criterion::{Criterion, criterion_group, criterion_main};
use faultline_diagnosability::{AnyMetric, Columns, Prepared, SelectQuery, Verdict, ietcr};
use faultline_spectrum::{BitMatrix, Element, MethodId, Outcome, Spectrum, Test, TestId};

const RUN: usize = 10;

/// Rows of runs of lines, as methods give them; `failed` of them fail.
fn spectrum(tests: usize, elements: usize, runs: usize, failed: usize) -> Spectrum {
    let mut state = 1_u64;
    let mut random = move |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut coverage = BitMatrix::new(tests, elements);
    for test in 0..tests {
        for _ in 0..runs {
            let start = random(elements - RUN);
            (start..start + RUN).for_each(|element| coverage.set(test, element));
        }
    }
    let test = |row| Test {
        unique_id: String::new(),
        class: String::new(),
        method: String::new(),
        outcome: if row < failed { Outcome::Failed } else { Outcome::Passed },
        duration_ns: 0,
        overlapped: false,
        failure: None,
    };
    Spectrum {
        elements: (0..elements).map(|e| Element { method: MethodId::new(e / RUN), line: 1 }).collect(),
        tests: (0..tests).map(test).collect(),
        coverage,
        ..Spectrum::default()
    }
}

fn metric(name: &str) -> AnyMetric {
    AnyMetric::find(name).expect("registered")
}

fn ten(prepared: &Prepared<'_>, metric: &AnyMetric) -> usize {
    let query = SelectQuery { given: vec![TestId::new(0)], tests: 10, ..SelectQuery::default() };
    prepared.selector(metric, &query).expect("a failing test").take(10).count()
}

fn choosing(criterion: &mut Criterion) {
    choosing_from(criterion, "choose 10 of 7200 x 90000", 360);
    choosing_from(criterion, "choose 10 of 7200 x 90000, dense", 720);
}

fn choosing_from(criterion: &mut Criterion, name: &str, runs: usize) {
    let large = spectrum(7200, 90_000, runs, 1);
    let prepared = Prepared::new(&large);
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10);
    group.bench_function("one pass over the matrix", |b| {
        b.iter(|| faultline_kernels::count(large.coverage.words()));
    });
    group.bench_function("make the columns", |b| b.iter(|| Columns::of(&large.coverage)));
    prepared.columns();
    for name in ["eap", "split", "fdg", "tfd", "ddu", "entbug"] {
        let metric = metric(name);
        group.bench_function(name, |b| b.iter(|| ten(&prepared, &metric)));
    }
    group.finish();
}

fn choosing_densely(suite: &naive::Suite, rows: &[Vec<f64>], metric: &AnyMetric) -> usize {
    let (name, better) = (metric.name(), metric.better());
    let mut suite = suite.clone();
    let mut left: Vec<usize> = (1..rows.len()).collect();
    for _ in 0..10 {
        let scores = left.iter().map(|&t| better.oriented(suite.score(&name, &rows[t])));
        let best = scores.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).expect("candidates").0;
        suite = suite.with(&rows[left.remove(best)], false);
    }
    left.len()
}

fn beside_the_twins(criterion: &mut Criterion) {
    let small = spectrum(300, 3000, 12, 1);
    let prepared = Prepared::new(&small);
    prepared.columns();
    let dense = |t: usize| (0..3000).map(|e| f64::from(u8::from(small.coverage.get(t, e)))).collect();
    let rows: Vec<Vec<f64>> = (0..300).map(dense).collect();
    let methods = (0..3000).map(|e| (e / RUN) as u32).collect();
    let suite = naive::Suite { elements: 3000, methods, ..naive::Suite::default() }.with(&rows[0], true);
    let mut group = criterion.benchmark_group("choose 10 of 300 x 3000");
    group.sample_size(10);
    for name in ["eap", "split", "fdg", "tfd", "ddu"] {
        let metric = metric(name);
        group.bench_function(name, |b| b.iter(|| ten(&prepared, &metric)));
        group.bench_function(format!("{name}, dense"), |b| {
            b.iter(|| choosing_densely(&suite, &rows, &metric));
        });
    }
    group.finish();
}

fn one_candidate(criterion: &mut Criterion) {
    // Half of 300 lines, five tests chosen: what a search loop asks for.
    let small = spectrum(64, 300, 15, 1);
    let universe = faultline_diagnosability::Universe::of(&small);
    let mut group = criterion.benchmark_group("score one candidate of 300 lines");
    for entry in faultline_diagnosability::METRICS {
        let mut state = entry.metric().start(&universe);
        state.add(small.coverage.row(0), Verdict::Failed);
        (1..5).for_each(|t| state.add(small.coverage.row(t), Verdict::Passed));
        let mut at = 5;
        group.bench_function(entry.name, |b| {
            b.iter(|| {
                at = if at == 63 { 5 } else { at + 1 };
                state.score(small.coverage.row(at))
            });
        });
    }
    group.finish();
}

fn information(criterion: &mut Criterion) {
    let suite = spectrum(4130, 2000, 60, 20);
    let mut group = criterion.benchmark_group("IETCR");
    group.sample_size(20);
    group.bench_function("4130 tests x 2000 lines", |b| b.iter(|| ietcr(&suite, 3.0)));
    group.finish();
}

criterion_group!(all, one_candidate, information, choosing, beside_the_twins);
criterion_main!(all);
