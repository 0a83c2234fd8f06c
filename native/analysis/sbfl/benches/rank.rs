//! Ranking a large suite: 7,200 tests x 90,000 lines at 4 %, five failures.
//!
//! "first" creates a `Ranker` and ranks once, as the command line does after loading. "another group" ranks other failures
//! against the same passing tests with the tables built. One line in fifteen is shared by two methods.

use std::time::Duration;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use faultline_sbfl::{
    Clues, Level, MethodIndex, MethodRanks, RankQuery, Ranker, RankingSpec, Selection, SuiteCounts, Ties,
    count_elements,
};
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
        // Tests cover runs of lines: 360 runs of ten lines are 4 %.
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
        display: String::new(),
        overlapped: false,
        failure: None,
    };
    let element = |column: usize| {
        let (method, line) = (column / LINES_PER_METHOD, column % LINES_PER_METHOD);
        // The second to fourth method of a class share their first lines with its first method.
        let place = method % METHODS_PER_CLASS;
        let shared = line < 2 && (1..4).contains(&place);
        let line = if shared { line } else { place * LINES_PER_METHOD + line };
        Element { method: MethodId::new(method), line: 10 + line as u32 }
    };
    Spectrum {
        sizes: Vec::new(),
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

fn query(selection: &Selection, ranking: &str, level: Level) -> RankQuery {
    let ranking = ranking.parse().expect("a ranking");
    RankQuery { selection: selection.clone(), ranking, level, ties: Ties::Max }
}

fn whole_suite(criterion: &mut Criterion) {
    let spectrum = spectrum();
    let selection = Selection::all(&spectrum);
    let mut group = criterion.benchmark_group("rank 7200 tests x 90000 lines");
    group.sample_size(20).measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(500));
    group.bench_function("counts alone", |b| b.iter(|| count_elements(&spectrum, &selection)));
    for level in Level::ALL {
        let query = query(&selection, RankingSpec::DEFAULT, level);
        group.bench_function(format!("{level}, first"), |b| {
            b.iter_batched(
                || Ranker::new(&spectrum),
                |ranker| ranker.rank(&query).expect("failures"),
                BatchSize::PerIteration,
            );
        });
    }
    // Another group of failures against the same passing tests.
    let ranker = Ranker::new(&spectrum);
    let one = Selection::against_passing(&spectrum, &selection.failing()[..1]);
    for ranking in ["ochiai", RankingSpec::DEFAULT, "wong2+clone", "posterior"] {
        for level in Level::ALL {
            let query = query(&one, ranking, level);
            let name = format!("{level} by {ranking}, another group");
            group.bench_function(name, |b| b.iter(|| ranker.rank(&query).expect("failures")));
        }
    }
    group.finish();
}

/// One ranking inside a search: 33,000 elements in 3,300 methods; one failing test covers 1 % of them, after ten passing
/// tests.
fn in_a_loop(criterion: &mut Criterion) {
    const ELEMENTS: usize = 33_000;
    let method_of: Vec<u32> = (0..ELEMENTS).map(|element| (element / 10) as u32).collect();
    let ef: Vec<u32> = (0..ELEMENTS).map(|element| u32::from(element % 1000 < 10)).collect();
    let ep: Vec<u32> = (0..ELEMENTS).map(|element| (element * 7919 % 11) as u32).collect();
    let suite = SuiteCounts { ef: &ef, ep: &ep, failed: 1, passed: 10 };
    let index = MethodIndex::new(ELEMENTS / 10, &method_of);
    let mut ranks = MethodRanks::default();
    let mut group = criterion.benchmark_group("methods of 33000 elements in a loop");
    group.sample_size(20).measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(500));
    for ranking in ["ochiai", "ochiai+size", "posterior"] {
        let spec = ranking.parse().expect("a ranking");
        group.bench_function(format!("{ranking}, scores and one place"), |b| {
            b.iter(|| {
                ranks.update(&spec, &index, &Clues::default(), &suite);
                ranks.place(100)
            });
        });
    }
    group.finish();
}

criterion_group!(rank, whole_suite, in_a_loop);
criterion_main!(rank);
