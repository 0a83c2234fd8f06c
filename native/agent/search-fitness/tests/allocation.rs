//! Scoring a candidate allocates nothing.
#![allow(clippy::unwrap_used)]

use allocation_counter::measure;
use faultline_diagnosability::AnyMetric;
use faultline_learned_metrics::{Network, Random, Rlfdc};
use faultline_search_fitness::{Plan, Probe, Session};
use faultline_spectrum::{
    BitMatrix, Class, ClassId, Element, Method, MethodId, Outcome, Spectrum, Test, TestId,
};

const LINES: usize = 300;

fn session(metric: AnyMetric) -> Session {
    let mut coverage = BitMatrix::new(1, LINES);
    (0..LINES).filter(|line| line % 7 != 0).for_each(|line| coverage.set(0, line));
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
    let class = Class { name: "A".into(), source_file: None, hash: 0, location: String::new() };
    let method = |n| Method { class: ClassId(0), name: format!("m{n}"), descriptor: "()V".into() };
    let spectrum = Spectrum {
        sizes: Vec::new(),
        classes: vec![class],
        methods: (0..LINES / 10).map(method).collect(),
        elements: (0..LINES)
            .map(|line| Element { method: MethodId::new(line / 10), line: line as u32 + 1 })
            .collect(),
        tests: vec![test],
        coverage,
    };
    let names: Vec<String> = (0..LINES).map(|line| format!("m{}", line / 10)).collect();
    let probes: Vec<Probe<'_>> = (1..)
        .zip(&names)
        .map(|(line, method)| Probe { class: "A", method, descriptor: "()V", line })
        .collect();
    Plan::new(spectrum, vec![TestId(0)], metric).unwrap().observe(&probes).unwrap().0
}

#[test]
fn a_candidate_is_scored_without_allocating() {
    let learned = AnyMetric::new(Rlfdc::new(&Network::random(&mut Random::new(1))));
    let named = ["eap", "ddu", "entbug", "tfd", "fdg-ap"].map(|name| AnyMetric::find(name).unwrap());
    for metric in std::iter::once(learned).chain(named) {
        let name = metric.name();
        let mut session = session(metric);
        let mut random = Random::new(9);
        let mut row = vec![0; session.stride()];
        let mut next = |row: &mut [u64]| {
            for word in row {
                *word = (random.unit() * f64::from(u32::MAX)) as u64;
            }
        };
        // Buffers grow to their final size with the first candidates.
        for _ in 0..50 {
            next(&mut row);
            session.fitness(&row);
        }
        session.accept(&row, "joined");
        for _ in 0..50 {
            next(&mut row);
            session.fitness(&row);
        }
        let allocated = measure(|| {
            for _ in 0..200 {
                next(&mut row);
                session.fitness(&row);
            }
        });
        assert_eq!(allocated.count_total, 0, "{name}");
    }
}
