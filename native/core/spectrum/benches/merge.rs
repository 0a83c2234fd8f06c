//! Merging a large suite: 7,200 tests x 90,000 lines at 4 %, 900 classes, some initialisers.

use criterion::{Criterion, criterion_group, criterion_main};
use faultline_spectrum::{
    ClassFile, CoverageBuilder, InitialiserPolicy, Outcome, RecordedClass, RecordedMethod, RecordedTest,
    Recording, Spectrum,
};

const CLASSES: u32 = 900;
const SLOTS: u32 = 100;
const TESTS: u32 = 7200;

fn recording() -> Recording {
    let mut state = 1_u64;
    let mut random = move |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let class = |id| {
        RecordedClass::new(
            id,
            ClassFile {
                name: format!("org.example.Class{id}"),
                source_file: Some(format!("Class{id}.java")),
                hash: u64::from(id),
                location: String::new(),
                methods: (0..10)
                    .map(|m| RecordedMethod { name: format!("m{m}"), descriptor: "()V".into() })
                    .collect(),
                slots: (0..SLOTS).map(|s| (s / 10, 10 + s)).collect(),
            },
        )
    };
    // A row touches about every tenth class and covers 40 % of its lines.
    let mut coverage = |share: u64| {
        let mut builder = CoverageBuilder::default();
        for id in 0..CLASSES {
            if random(share) == 0 {
                let word =
                    |r: &mut dyn FnMut(u64) -> u64| (0..64).fold(0, |w, _| w << 1 | u64::from(r(5) < 2));
                let bits = [word(&mut random), word(&mut random) & ((1 << (SLOTS - 64)) - 1)];
                builder.class(id, &bits);
            }
        }
        builder.to_coverage()
    };
    Recording {
        classes: (0..CLASSES).map(class).collect(),
        initialisers: (0..CLASSES).step_by(3).map(|id| (id, coverage(300))).collect(),
        tests: (0..TESTS)
            .map(|sequence| RecordedTest {
                sequence,
                unique_id: format!("[test:{sequence}]"),
                class: "org.example.SomeTest".into(),
                method: format!("test{sequence}"),
                outcome: Outcome::Passed,
                duration_ns: 1,
                display: String::new(),
                overlapped: false,
                failure: None,
                coverage: coverage(10),
            })
            .collect(),
        ..Recording::default()
    }
}

fn benches(criterion: &mut Criterion) {
    let recordings = [recording()];
    let mut group = criterion.benchmark_group("merge");
    group.sample_size(10);
    group.bench_function("7200 tests x 90000 lines", |b| {
        b.iter(|| Spectrum::merge(&recordings, InitialiserPolicy::All).expect("consistent"));
    });
    group.finish();
}

criterion_group!(merge, benches);
criterion_main!(merge);
