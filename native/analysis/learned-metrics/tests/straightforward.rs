//! The extended metric against the reference implementation: the same evidence bit by bit and the same choices, with and
//! without columns.
use crate::plain;

use std::path::PathBuf;

use faultline_diagnosability::{
    AnyMetric, Known, Labels, Prepared, SelectQuery, Selector, Universe, Verdict,
};
use faultline_evaluation::{Fault, load};
use faultline_learned_metrics::{Belief, Evidence, ExtendedTrainer, TrainingFault, builtin_extended};
use faultline_spectrum::{
    BitMatrix, Class, ClassId, Element, Failure, Frame, Method, MethodId, Outcome, Spectrum, Test, TestId,
};
use plain::Plain;
use proptest::prelude::*;

const CLASSES: [&str; 5] = ["a.Parser", "a.Parser$Token", "b.LineReader", "a.ParserTest", "b.Reader"];
const METHODS: [&str; 6] = ["<init>", "readLine", "parse", "<clinit>", "testParse", "x"];
const TESTS: [(&str, &str); 4] =
    [("a.ParserTest", "testParse"), ("b.LineReaderTest", "readsLines"), ("b.ReaderTest", "x"), ("", "")];

/// Few elements, so that rows and columns repeat, and more than one word of tests.
fn spectra() -> impl Strategy<Value = Spectrum> {
    let test = (0..TESTS.len(), prop_oneof![3 => Just(false), 1 => Just(true)], 0..=8_u32, any::<[u64; 3]>());
    (2..150_usize, 1..9_usize, proptest::collection::vec(test, 2..90), any::<u64>()).prop_map(
        |(elements, lines, tests, seed)| {
            let methods = elements.div_ceil(lines);
            let number = |n: usize, of: usize| (seed >> (n % 50)) as usize % of;
            let mut coverage = BitMatrix::new(tests.len(), elements);
            for (row, (.., density, bits)) in tests.iter().enumerate() {
                let covers = |element: usize| {
                    let word = bits[element % 3].rotate_left(7 * (element as u32 / 3));
                    row == 0 && seed.is_multiple_of(3) || word % 8 < u64::from(*density)
                };
                (0..elements).filter(|&e| covers(e)).for_each(|element| coverage.set(row, element));
            }
            let frame = |n: usize| Frame {
                class: CLASSES[number(n, CLASSES.len())].into(),
                method: METHODS[number(n + 3, METHODS.len())].into(),
                line: 1,
            };
            let test = |(row, &(name, failed, ..)): (usize, &(usize, bool, u32, [u64; 3]))| Test {
                unique_id: format!("t{row}"),
                class: TESTS[name].0.into(),
                method: TESTS[name].1.into(),
                display: String::new(),
                outcome: if failed || row == 0 { Outcome::Failed } else { Outcome::Passed },
                duration_ns: 0,
                overlapped: false,
                failure: (row < 2).then(|| Failure {
                    exception: "E".into(),
                    frames: (row..row + 3).map(frame).collect(),
                    thrown: None,
                }),
            };
            let class = |name: &&str| Class {
                name: (*name).into(),
                source_file: None,
                hash: 0,
                location: String::new(),
            };
            let method = |n: usize| Method {
                class: ClassId::new(number(n, CLASSES.len())),
                name: METHODS[number(n + 11, METHODS.len())].into(),
                descriptor: "()V".into(),
            };
            Spectrum {
                sizes: Vec::new(),
                classes: CLASSES.iter().map(class).collect(),
                methods: (0..methods).map(method).collect(),
                elements: (0..elements)
                    .map(|e| Element { method: MethodId::new(e / lines), line: e as u32 })
                    .collect(),
                tests: tests.iter().enumerate().map(test).collect(),
                coverage,
            }
        },
    )
}

/// Evidence with and without columns equals the reference, bit by bit.
fn evidence_is_the_same(prepared: &Prepared<'_>, given: &[TestId], candidates: &[TestId]) {
    let (spectrum, universe) = (prepared.spectrum(), prepared.universe());
    let given: Vec<(TestId, Verdict)> = given.iter().map(|&test| (test, Verdict::Failed)).collect();
    let known = Known { spectrum, universe, given: &given, candidates, prepared: None };
    let expected = plain::evidence(&known);
    assert_eq!(Evidence::of(&known), expected);
    assert_eq!(Evidence::of(&Known { prepared: Some(prepared), ..known }), expected);
}

/// Choices with and without columns equal those of scoring every candidate with plain weights.
fn choices_are_the_same(prepared: &Prepared<'_>, belief: Belief, query: &SelectQuery) {
    let spectrum = prepared.spectrum();
    let (metric, plain) =
        (faultline_learned_metrics::Extended::new(belief, "x"), AnyMetric::new(Plain::new(belief)));
    let metric = AnyMetric::new(metric);
    let universe = Universe::of(spectrum);
    let by_rows = |metric| Selector::new(spectrum, &universe, metric, query).unwrap().take(query.tests);
    let expected: Vec<_> = by_rows(&plain).collect();
    assert_eq!(by_rows(&metric).collect::<Vec<_>>(), expected);
    let by_columns = prepared.selector(&metric, query).unwrap().take(query.tests);
    assert_eq!(by_columns.collect::<Vec<_>>(), expected);
}

fn failing(spectrum: &Spectrum) -> Vec<TestId> {
    spectrum.tests_with(Outcome::Failed).collect()
}

proptest! {
    #[test]
    fn evidence_is_that_of_straightforward_code(spectrum in spectra(), turned in any::<bool>()) {
        let prepared = Prepared::new(&spectrum);
        let all = failing(&spectrum);
        for given in [&all[..1], &all[..]] {
            let is_given = |test: &TestId| given.contains(test);
            let mut candidates: Vec<TestId> =
                (0..spectrum.tests.len()).map(TestId::new).filter(|test| !is_given(test)).collect();
            if turned {
                candidates.reverse();
            }
            evidence_is_the_same(&prepared, given, &candidates);
        }
    }

    #[test]
    fn choices_are_those_of_straightforward_code(
        spectrum in spectra(),
        weights in proptest::array::uniform5(-3.0..3.0_f64),
        scale in prop_oneof![Just(1.0), Just(20.0)],
        told in any::<bool>(),
    ) {
        let prepared = Prepared::new(&spectrum);
        let belief = Belief { weights: weights.map(|weight| weight * scale) };
        let all = failing(&spectrum);
        for given in [all[..1].to_vec(), all.clone()] {
            let labels = if told { Labels::Told } else { Labels::ByMetric };
            let query = SelectQuery { given, tests: 12, labels, ..SelectQuery::default() };
            choices_are_the_same(&prepared, belief, &query);
        }
    }
}

fn faults() -> Option<Vec<Fault>> {
    let Some(data) = std::env::var_os("FAULTLINE_DATA").map(PathBuf::from) else {
        eprintln!("skipped: FAULTLINE_DATA names no folder of spectra");
        return None;
    };
    let of =
        |project: &&str| load(&data.join(format!("spectra-{project}.tar.xz")), &|_, _| {}).unwrap().faults;
    Some(["lang", "math"].iter().flat_map(of).collect())
}

#[test]
fn choices_on_real_faults_are_those_of_straightforward_code() {
    for fault in faults().unwrap_or_default() {
        let prepared = Prepared::new(&fault.spectrum);
        for test in failing(&fault.spectrum).into_iter().take(2) {
            let candidates: Vec<TestId> =
                (0..fault.spectrum.tests.len()).map(TestId::new).filter(|&other| other != test).collect();
            evidence_is_the_same(&prepared, &[test], &candidates);
            let query = SelectQuery { given: vec![test], tests: 10, ..SelectQuery::default() };
            choices_are_the_same(&prepared, builtin_extended().belief(), &query);
        }
    }
}

#[test]
fn the_shipped_model_is_what_learning_from_its_faults_gives() {
    let Some(faults) = faults() else { return };
    let mut trainer = ExtendedTrainer::new(&faultline_learned_metrics::ExtendedOptions::default()).unwrap();
    for fault in &faults {
        let Fault { name, spectrum, methods, method_of, faulty, .. } = fault;
        trainer.learn(&TrainingFault { name, spectrum, methods: *methods, method_of, faulty }).unwrap();
    }
    let model = trainer.model().unwrap();
    assert_eq!(model.belief(), builtin_extended().belief());
    let data = |model: &faultline_learned_metrics::ExtendedModel| {
        model.card().training.as_ref().unwrap().data.clone()
    };
    assert_eq!(data(&model), data(builtin_extended()));
}
