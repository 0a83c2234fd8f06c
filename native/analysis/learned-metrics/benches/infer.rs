//! Inference benchmarks: the network alone, and with feature computation on a large suite.
//!
//! The suite has 5,000 tests of 50,000 lines; the initial test covers 2,500 of them, and ten tests are already chosen.
//! "Straightforward" values each candidate separately: features from their definitions, one element at a time, and the
//! network one layer at a time.

use std::collections::HashMap;
use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use faultline_diagnosability::{
    AnyMetric, Metric, Pool, Prepared, SelectQuery, State as _, Universe, Verdict,
};
use faultline_learned_metrics::{Action, Network, Random, Rlfdc, Round, State};
use faultline_spectrum::{BitMatrix, Element, MethodId, Outcome, Spectrum, Test, TestId};

const TESTS: usize = 5000;
const ELEMENTS: usize = 50_000;
/// Chosen tests beyond the initial one.
const CHOSEN: usize = 10;

/// Coverage in runs of ten lines, as methods produce; the first test fails.
fn spectrum() -> Spectrum {
    let mut random = Random::new(1);
    let mut coverage = BitMatrix::new(TESTS, ELEMENTS);
    for test in 0..TESTS {
        for _ in 0..250 {
            let start = random.below(ELEMENTS / 10) * 10;
            (start..start + 10).for_each(|element| coverage.set(test, element));
        }
    }
    let test = |row| Test {
        unique_id: String::new(),
        class: String::new(),
        method: String::new(),
        outcome: if row == 0 { Outcome::Failed } else { Outcome::Passed },
        duration_ns: 0,
        display: String::new(),
        overlapped: false,
        failure: None,
    };
    Spectrum {
        elements: (0..ELEMENTS)
            .map(|element| Element { method: MethodId::new(element / 10), line: 1 })
            .collect(),
        tests: (0..TESTS).map(test).collect(),
        coverage,
        ..Spectrum::default()
    }
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

    let spectrum = spectrum();
    let matrix = &spectrum.coverage;
    let metric = Rlfdc::new(&network);
    let mut chosen = metric.start(&Universe::without_methods(ELEMENTS));
    chosen.add(&matrix.row(0), Verdict::Failed);
    (1..=CHOSEN).for_each(|row| chosen.add(&matrix.row(row), Verdict::Unknown));
    criterion.bench_function("features and value of 1 candidate", |b| {
        b.iter(|| chosen.score(black_box(&matrix.row(4000))));
    });

    let mut group = criterion.benchmark_group("best of 4,989 candidates, features and all");
    group.sample_size(20);
    let candidates = || (CHOSEN + 1..TESTS).map(TestId::new).collect();
    let mut pool = Pool::new(matrix, candidates());
    group.bench_function("rows", |b| b.iter(|| chosen.best(&mut pool)));
    group.bench_function("straightforward", |b| b.iter(|| straightforward(&network, matrix)));

    let prepared = Prepared::new(&spectrum);
    prepared.columns();
    let metric = AnyMetric::new(metric);
    let query = SelectQuery { given: vec![TestId::new(0)], ..SelectQuery::default() };
    let selector = |chosen: usize| {
        let mut selector = prepared.selector(&metric, &query).expect("a failing test");
        assert_eq!(selector.by_ref().take(chosen).count(), chosen);
        selector
    };
    // Time of the choice and of adding the chosen test.
    let mut choose = |name: &str, chosen: usize| {
        group.bench_function(name, |b| {
            b.iter_batched_ref(|| selector(chosen), Iterator::next, BatchSize::PerIteration);
        });
    };
    choose("columns, first round", 0);
    choose("columns, second round", 1);
    choose("columns, eleventh round", CHOSEN);
    group.finish();
}

/// The largest value of any candidate, after the first [`CHOSEN`] tests.
fn straightforward(network: &Network, matrix: &BitMatrix) -> f32 {
    let mut groups: HashMap<Vec<bool>, Vec<usize>> = HashMap::new();
    for element in (0..ELEMENTS).filter(|&element| matrix.get(0, element)) {
        let column = (1..=CHOSEN).map(|test| matrix.get(test, element)).collect();
        groups.entry(column).or_default().push(element);
    }
    let parameters = network.parameters();
    let state = [CHOSEN as f32, groups.len() as f32, 0.0];
    let value = |test| {
        let mut split = 0.0;
        for group in groups.values() {
            let covered = group.iter().filter(|&&element| matrix.get(test, element)).count();
            split += (group.len() * covered.min(group.len() - covered)) as f32 / ELEMENTS as f32;
        }
        let (mut both, mut either) = (0, 0);
        for element in 0..ELEMENTS {
            let [first, this] = [matrix.get(0, element), matrix.get(test, element)];
            both += usize::from(first && this);
            either += usize::from(first || this);
        }
        let action = [split, both as f32 / either as f32];
        forward(&parameters, &state, action)
    };
    (CHOSEN + 1..TESTS).map(value).fold(f32::MIN, f32::max)
}

fn forward(parameters: &[f32], state: &[f32], action: [f32; 2]) -> f32 {
    let mut rest = parameters;
    let mut layer = |inputs: &[f32], outputs: usize| -> Vec<f32> {
        let (weights, after) = rest.split_at(outputs * inputs.len());
        let (biases, after) = after.split_at(outputs);
        rest = after;
        let dot = |weights: &[f32]| -> f32 { weights.iter().zip(inputs).map(|(w, x)| w * x).sum() };
        weights.chunks(inputs.len()).zip(biases).map(|(weights, bias)| dot(weights) + bias).collect()
    };
    let open = |units: Vec<f32>| -> Vec<f32> { units.into_iter().map(|unit| unit.max(0.0)).collect() };
    let code = open(layer(state, 16));
    let code = open(layer(&code, 16));
    let narrow = open(layer(&[&action[..], &code].concat(), 16));
    let wide = open(layer(&narrow, 32));
    layer(&wide, 1)[0]
}

criterion_group!(benches, infer);
criterion_main!(benches);
