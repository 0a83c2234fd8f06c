//! Valuing candidates: the network alone, and with its features on a large suite.
//!
//! The suite has 5,000 tests of 50,000 lines; the initial test covers 2,500 of them, and ten
//! tests are chosen already.

use criterion::{Criterion, criterion_group, criterion_main};
use faultline_diagnosability::{Metric, Pool, State as _, Universe, Verdict};
use faultline_rlfdc::{Action, Network, Random, Rlfdc, Round, State};
use faultline_spectrum::{BitMatrix, TestId};
use std::hint::black_box;

const TESTS: usize = 5000;
const ELEMENTS: usize = 50_000;

/// Runs of ten lines, as methods give them.
fn matrix() -> BitMatrix {
    let mut random = Random::new(1);
    let mut matrix = BitMatrix::new(TESTS, ELEMENTS);
    for test in 0..TESTS {
        for _ in 0..250 {
            let start = random.below(ELEMENTS / 10) * 10;
            (start..start + 10).for_each(|element| matrix.set(test, element));
        }
    }
    matrix
}

fn infer(criterion: &mut Criterion) {
    let network = Network::random(&mut Random::new(1));
    let state = State { tests: 5.0, groups: 40.0, uncovered: 0.0 };
    let round = Round::new(&network, state);
    let actions: Vec<Action> =
        (0..TESTS as u16).map(|n| Action { split: f32::from(n) / 100.0, cover: 0.5 }).collect();
    let mut values = vec![0.0; TESTS];
    criterion.bench_function("encode a state", |b| b.iter(|| Round::new(&network, black_box(state))));
    criterion.bench_function("value 1 candidate", |b| b.iter(|| round.value(black_box(actions[7]))));
    criterion.bench_function("value 5,000 candidates", |b| {
        b.iter(|| round.values(black_box(&actions), &mut values));
    });

    let matrix = matrix();
    let mut chosen = Rlfdc::new(&network).start(&Universe::without_methods(ELEMENTS));
    chosen.add(matrix.row(0), Verdict::Failed);
    (1..=10).for_each(|row| chosen.add(matrix.row(row), Verdict::Unknown));
    let mut pool = Pool::new(&matrix, (11..TESTS).map(TestId::new).collect());
    criterion.bench_function("features and value of 1 candidate", |b| {
        b.iter(|| chosen.score(black_box(matrix.row(4000))));
    });
    criterion.bench_function("best of 4,989 candidates, features and all", |b| {
        b.iter(|| chosen.best(&mut pool));
    });
}

criterion_group!(benches, infer);
criterion_main!(benches);
