//! Ranking a large suite: 7,200 tests x 90,000 lines at 4 %, five failures.
//!
//! "first" makes a `Ranker` and ranks once, as the command line does after loading; "again"
//! ranks with tables already made. One line in fifteen is shared by two methods.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use faultline_scoring::{Level, RankQuery, Ranker, Selection, Ties, count_elements};
use faultline_spectrum::{BitMatrix, Class, ClassId, Element, Method, MethodId, Outcome, Spectrum, Test};

const TESTS: usize = 7200;
const ELEMENTS: usize = 90_000;
const LINES_PER_METHOD: usize = 10;
const METHODS_PER_CLASS: usize = 10;

fn spectrum() -> Spectrum {
    let mut state = 1_u64;
    let mut random = move |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let methods = ELEMENTS / LINES_PER_METHOD;
    let mut coverage = BitMatrix::new(TESTS, ELEMENTS);
    for test in 0..TESTS {
        // Runs of lines, as methods give them: 360 runs of ten lines are 4 %.
        for _ in 0..360 {
            let start = random(ELEMENTS - LINES_PER_METHOD);
            for element in start..start + LINES_PER_METHOD {
                coverage.set(test, element);
            }
        }
    }
    let test = |row: usize| Test {
        unique_id: format!("t{row}"),
        class: "org.example.SomeTest".into(),
        method: format!("t{row}"),
        outcome: if row % 1500 == 7 { Outcome::Failed } else { Outcome::Passed },
        duration_ns: 0,
        overlapped: false,
        failure: None,
    };
    let element = |column: usize| {
        let (method, line) = (column / LINES_PER_METHOD, column % LINES_PER_METHOD);
        // The first lines of a class's second to fourth method are those of its first.
        let place = method % METHODS_PER_CLASS;
        let shared = line < 2 && (1..4).contains(&place);
        let line = if shared { line } else { place * LINES_PER_METHOD + line };
        Element { method: MethodId::new(method), line: 10 + line as u32 }
    };
    Spectrum {
        classes: (0..methods / METHODS_PER_CLASS)
            .map(|c| Class {
                name: format!("org.example.Class{c}"),
                source_file: Some(format!("Class{c}.java")),
                hash: c as u64,
                location: String::new(),
            })
            .collect(),
        methods: (0..methods)
            .map(|m| Method {
                class: ClassId::new(m / METHODS_PER_CLASS),
                name: format!("m{m}"),
                descriptor: "()V".into(),
            })
            .collect(),
        elements: (0..ELEMENTS).map(element).collect(),
        tests: (0..TESTS).map(test).collect(),
        coverage,
    }
}

fn benches(criterion: &mut Criterion) {
    let spectrum = spectrum();
    let selection = Selection::all(&spectrum);
    let mut group = criterion.benchmark_group("rank 7200 tests x 90000 lines");
    group.sample_size(20);
    group.bench_function("counts alone", |b| b.iter(|| count_elements(&spectrum, &selection)));
    for level in Level::ALL {
        let query = RankQuery {
            selection: selection.clone(),
            ranking: "ochiai".parse().expect("registered"),
            level,
            ties: Ties::Max,
        };
        group.bench_function(format!("{level}, first"), |b| {
            b.iter_batched(
                || Ranker::new(&spectrum),
                |ranker| ranker.rank(&query).expect("failures"),
                BatchSize::PerIteration,
            );
        });
        let ranker = Ranker::new(&spectrum);
        group
            .bench_function(format!("{level}, again"), |b| b.iter(|| ranker.rank(&query).expect("failures")));
    }
    group.finish();
}

criterion_group!(rank, benches);
criterion_main!(rank);
