//! Candidates scored per second in a search, each with another row.
//!
//! 300 lines in methods of ten, of which the failing test covers 200; five tests have joined.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use faultline_diagnosability::AnyMetric;
use faultline_learned_metrics::{Network, Random, Rlfdc};
use faultline_search_fitness::{Plan, Probe, Session};
use faultline_spectrum::{
    BitMatrix, Class, ClassId, Element, Method, MethodId, Outcome, Spectrum, Test, TestId,
};

const LINES: usize = 300;
const METHOD: usize = 10;
const SUSPICIOUS: usize = 200;
const CANDIDATES: usize = 1024;

fn spectrum() -> Spectrum {
    let mut coverage = BitMatrix::new(1, LINES);
    (0..SUSPICIOUS).for_each(|line| coverage.set(0, line));
    let class = Class { name: "a.Target".into(), source_file: None, hash: 0, location: String::new() };
    let method = |n| Method { class: ClassId(0), name: format!("m{n}"), descriptor: "()V".into() };
    let test = Test {
        unique_id: "t0".into(),
        class: String::new(),
        method: String::new(),
        outcome: Outcome::Failed,
        duration_ns: 0,
        display: String::new(),
        overlapped: false,
        failure: None,
    };
    Spectrum {
        sizes: Vec::new(),
        classes: vec![class],
        methods: (0..LINES / METHOD).map(method).collect(),
        elements: (0..LINES)
            .map(|line| Element { method: MethodId::new(line / METHOD), line: line as u32 + 1 })
            .collect(),
        tests: vec![test],
        coverage,
    }
}

/// A session over all lines, with five accepted tests.
fn session(metric: AnyMetric) -> Session {
    let spectrum = spectrum();
    let names: Vec<String> = (0..LINES).map(|line| format!("m{}", line / METHOD)).collect();
    let probes: Vec<Probe<'_>> = (1..)
        .zip(&names)
        .map(|(line, method)| Probe { class: "a.Target", method, descriptor: "()V", line })
        .collect();
    let plan = Plan::new(spectrum, vec![TestId(0)], metric).expect("covers something");
    let (mut session, _) = plan.observe(&probes).expect("all lines are in sight");
    let stride = session.stride();
    for row in rows(stride, 7).chunks(stride) {
        if session.standing().tests < 6 {
            session.accept(row, "joined");
        }
    }
    session
}

/// Rows like those of generated tests: parts of some methods, from their first lines.
fn rows(stride: usize, seed: u64) -> Vec<u64> {
    let mut random = Random::new(seed);
    let mut rows = vec![0; CANDIDATES * stride];
    for row in rows.chunks_mut(stride) {
        for method in 0..LINES / METHOD {
            if random.unit() < 0.3 {
                let end = 1 + (random.unit() * METHOD as f64) as usize;
                for line in (method * METHOD)..(method * METHOD + end.min(METHOD)) {
                    if line < stride * 64 {
                        row[line / 64] |= 1 << (line % 64);
                    }
                }
            }
        }
    }
    rows
}

fn scoring(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fitness of 1024 candidates, 300 lines");
    group.throughput(Throughput::Elements(CANDIDATES as u64));
    let learned = AnyMetric::new(Rlfdc::new(&Network::random(&mut Random::new(1))));
    let named = ["eap", "ddu", "entbug", "tfd", "fdg-ap"];
    let named = named.into_iter().map(|name| AnyMetric::find(name).expect("registered"));
    for metric in std::iter::once(learned).chain(named) {
        let name = metric.name();
        let mut session = session(metric);
        let stride = session.stride();
        // Suite metrics use shorter rows: the same candidates over fewer lines.
        let rows = rows(stride, 3);
        group.bench_function(name, |bencher| {
            bencher.iter(|| rows.chunks(stride).map(|row| session.fitness(black_box(row))).sum::<f64>());
        });
    }
    group.finish();
}

criterion_group!(benches, scoring);
criterion_main!(benches);
