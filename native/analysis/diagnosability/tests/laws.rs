//! Compares every metric with a naive implementation, and checks laws of all metrics.
#![expect(clippy::unwrap_used, clippy::float_cmp, reason = "a test, of exact numbers")]

use crate::naive::Suite;
use faultline_diagnosability::metrics::{Add, Eap, EapState};
use faultline_diagnosability::{
    AnyMetric, AnyState, Known, Labels, METRICS, Metric, Partition, Pool, Prepared, Relation, SelectQuery,
    Selector, State as _, Step, Universe, Verdict,
};
use faultline_spectrum::{
    BitMatrix, Class, ClassId, Element, Method, MethodId, Outcome, Spectrum, Test, TestId,
};
use proptest::prelude::*;

/// A suite and candidates: rows of bits with outcomes, and the method of each element.
#[derive(Clone, Debug)]
struct Case {
    methods: Vec<u32>,
    rows: Vec<(Vec<bool>, bool)>,
    candidates: Vec<Vec<bool>>,
}

fn names() -> Vec<&'static str> {
    METRICS.iter().map(|entry| entry.name).chain(["eap:q=0.2", "fdg:alpha=0.9"]).collect()
}

fn row(elements: usize) -> impl Strategy<Value = Vec<bool>> {
    // Few, many and no bits, and enough equal rows and columns to form groups.
    (0..=8_u32).prop_flat_map(move |density| {
        proptest::collection::vec((0..8_u32).prop_map(move |v| v < density), elements)
    })
}

fn case(largest: usize) -> impl Strategy<Value = Case> {
    (1..largest).prop_flat_map(|elements| {
        let rows = proptest::collection::vec((row(elements), proptest::bool::weighted(0.3)), 1..7);
        let methods = proptest::collection::vec(0..(elements as u32 / 2 + 1), elements);
        let candidates = proptest::collection::vec(row(elements), 1..8);
        (methods, rows, candidates).prop_map(|(methods, rows, candidates)| Case { methods, rows, candidates })
    })
}

fn words(bits: &[bool]) -> Vec<u64> {
    let mut words = vec![0; bits.len().div_ceil(64)];
    for (i, _) in bits.iter().enumerate().filter(|(_, bit)| **bit) {
        words[i / 64] |= 1 << (i % 64);
    }
    words
}

fn dense(bits: &[bool]) -> Vec<f64> {
    bits.iter().map(|&bit| f64::from(u8::from(bit))).collect()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1e-3)
}

impl Case {
    fn universe(&self) -> Universe {
        Universe::new(self.methods.clone())
    }

    fn naive(&self) -> Suite {
        let mut suite =
            Suite { elements: self.methods.len(), methods: self.methods.clone(), ..Suite::default() };
        for (row, failed) in &self.rows {
            suite = suite.with(&dense(row), *failed);
        }
        suite
    }

    fn state(&self, name: &str) -> AnyState {
        let mut state = AnyMetric::find(name).unwrap().start(&self.universe());
        for (row, failed) in &self.rows {
            state.add(&words(row), if *failed { Verdict::Failed } else { Verdict::Passed });
        }
        state
    }

    /// All rows, then the candidates, as a spectrum.
    fn spectrum(&self) -> Spectrum {
        let rows: Vec<(&Vec<bool>, bool)> = self
            .rows
            .iter()
            .map(|(row, f)| (row, *f))
            .chain(self.candidates.iter().map(|row| (row, false)))
            .collect();
        let mut coverage = BitMatrix::new(rows.len(), self.methods.len());
        for (test, (row, _)) in rows.iter().enumerate() {
            (0..row.len()).filter(|&e| row[e]).for_each(|e| coverage.set(test, e));
        }
        spectrum(coverage, &self.methods, &rows.iter().map(|(_, f)| *f).collect::<Vec<_>>())
    }
}

fn spectrum(coverage: BitMatrix, methods: &[u32], failed: &[bool]) -> Spectrum {
    let most = methods.iter().max().map_or(0, |&m| m as usize + 1);
    Spectrum {
        sizes: Vec::new(),
        classes: vec![Class { name: "C".into(), source_file: None, hash: 0, location: String::new() }],
        methods: (0..most)
            .map(|m| Method { class: ClassId::new(0), name: format!("m{m}"), descriptor: "()V".into() })
            .collect(),
        elements: methods.iter().map(|&m| Element { method: MethodId::new(m as usize), line: 1 }).collect(),
        tests: failed
            .iter()
            .map(|&failed| Test {
                unique_id: "same".into(),
                class: String::new(),
                method: String::new(),
                outcome: if failed { Outcome::Failed } else { Outcome::Passed },
                duration_ns: 0,
                display: String::new(),
                overlapped: false,
                failure: None,
            })
            .collect(),
        coverage,
    }
}

proptest! {
    #[test]
    fn every_score_and_suite_value_is_that_of_the_formula(case in case(140)) {
        let naive = case.naive();
        for name in names() {
            let mut state = case.state(name);
            if let Some(value) = state.suite_value() {
                let expected = naive.value(name).unwrap();
                prop_assert!(close(value, expected), "{} values {} and not {}", name, value, expected);
            }
            for candidate in &case.candidates {
                let (score, expected) = (state.score(&words(candidate)), naive.score(name, &dense(candidate)));
                prop_assert!(close(score, expected), "{} gives {} and not {}", name, score, expected);
            }
        }
    }

    #[test]
    fn a_candidates_score_is_the_value_of_the_grown_suite_or_what_it_gains(case in case(80)) {
        for name in names() {
            let state = case.state(name);
            for candidate in &case.candidates {
                let score = state.clone().score(&words(candidate));
                let mut grown = state.clone();
                grown.add(&words(candidate), Verdict::Unknown);
                let value = grown.suite_value().unwrap_or(f64::NAN);
                match state.relation() {
                    Relation::Grown => prop_assert!(close(score, value), "{}: {} and {}", name, score, value),
                    Relation::Gain => {
                        let gain = value - state.suite_value().unwrap();
                        prop_assert!(close(score, gain), "{}: {} and {}", name, score, gain);
                    }
                    Relation::None => {}
                }
            }
        }
    }

    #[test]
    fn the_order_of_tests_and_of_elements_changes_no_value(
        case in case(80), seed in any::<u64>()
    ) {
        let mut turned = case.clone();
        let at = seed as usize % turned.rows.len();
        turned.rows.rotate_left(at);
        if seed & 1 == 0 {
            turned.rows.reverse();
        }
        let by = seed as usize % case.methods.len();
        let turn = |bits: &mut Vec<bool>| bits.rotate_left(by);
        turned.methods.rotate_left(by);
        turned.rows.iter_mut().for_each(|(row, _)| turn(row));
        turned.candidates.iter_mut().for_each(turn);
        for name in names() {
            let (mut a, mut b) = (case.state(name), turned.state(name));
            match (a.suite_value(), b.suite_value()) {
                (Some(a), Some(b)) => prop_assert!(close(a, b), "{}", name),
                (a, b) => prop_assert_eq!(a, b),
            }
            for (x, y) in case.candidates.iter().zip(&turned.candidates) {
                prop_assert!(close(a.score(&words(x)), b.score(&words(y))), "{}", name);
            }
        }
    }

    #[test]
    fn the_fast_choice_is_the_first_of_the_best_scores(
        case in case(200), labels in prop_oneof![Just(Labels::ByMetric), Just(Labels::Told), Just(Labels::Hidden)]
    ) {
        let mut case = case;
        case.rows[0].1 = true;
        // Duplicated candidates, for ties.
        let again = case.candidates.clone();
        case.candidates.extend(again);
        let spectrum = case.spectrum();
        let universe = Universe::of(&spectrum);
        let prepared = Prepared::new(&spectrum);
        let query = SelectQuery { given: vec![TestId::new(0)], tests: 20, labels, ..SelectQuery::default() };
        for name in names() {
            let metric = AnyMetric::find(name).unwrap();
            let mut selector = Selector::new(&spectrum, &universe, &metric, &query).unwrap();
            let mut by_columns = prepared.selector(&metric, &query).unwrap();
            loop {
                let scores = selector.scores();
                let best = scores.iter().map(|(_, s)| metric.better().oriented(*s)).fold(f64::NEG_INFINITY, f64::max);
                let ties = |s: f64| (metric.better().oriented(s) - best).abs() <= 1e-12 * best.abs();
                let expected = scores.iter().find(|(_, s)| ties(*s));
                let step = selector.next();
                let same = by_columns.next();
                prop_assert_eq!(same.map(|s| s.test), step.map(|s| s.test), "{} by columns", name);
                if let (Some(same), Some(step)) = (same, step) {
                    prop_assert!(close(same.score, step.score), "{} by columns", name);
                }
                prop_assert_eq!(step.map(|s| s.test), expected.map(|(t, _)| *t), "{}", name);
                let (Some(step), Some((_, score))) = (step, expected) else { break };
                prop_assert!(close(step.score, *score), "{}", name);
            }
        }
    }

    #[test]
    fn groups_made_test_by_test_are_those_made_at_once_and_taking_back_undoes(case in case(140)) {
        let suite = case.naive();
        let mut groups = Partition::new(case.methods.len());
        let mut before = Vec::new();
        for (row, failed) in &case.rows {
            before.push((groups.members(), groups.groups().to_vec()));
            groups.add(&words(row), *failed);
        }
        let mut members = groups.members();
        members.sort();
        let mut expected: Vec<Vec<u32>> =
            suite.groups().iter().map(|g| g.iter().map(|&e| e as u32).collect()).collect();
        expected.sort();
        prop_assert_eq!(members, expected);
        for ((row, _), (members, sizes)) in case.rows.iter().zip(before).rev() {
            groups.take_back(&words(row));
            prop_assert_eq!(groups.members(), members);
            prop_assert_eq!(groups.groups(), &sizes[..]);
        }
    }

    #[test]
    fn scoring_leaves_no_trace(case in case(100)) {
        for name in names() {
            let mut state = case.state(name);
            let first: Vec<u64> = case.candidates.iter().map(|c| state.score(&words(c)).to_bits()).collect();
            let again: Vec<u64> = case.candidates.iter().map(|c| state.score(&words(c)).to_bits()).collect();
            prop_assert_eq!(first, again, "{}", name);
        }
    }
}

proptest! {
    #[test]
    fn weights_of_methods_count_in_eap_as_in_its_second_implementation(
        case in case(40),
        weights in proptest::collection::vec(0.01..10.0_f64, 21),
    ) {
        let eap = Eap { q: 0.4, s: 0.2 };
        let of_elements = case.methods.iter().map(|&m| weights[m as usize]).collect();
        let mut state = eap.weighted(&case.universe(), of_elements);
        for (row, failed) in &case.rows {
            state.add(&words(row), if *failed { Verdict::Failed } else { Verdict::Passed });
        }
        for candidate in &case.candidates {
            let expected =
                case.naive().with(&dense(candidate), false).weighted_eap(0.4, 0.2, |m| weights[m as usize]);
            let score = state.score(&words(candidate));
            prop_assert!(close(score, expected), "{} and {}", score, expected);
        }
    }
}

/// `eap` with the weight of method 1 raised a thousandfold once a spectrum is known.
#[derive(Clone, Debug, Default)]
struct Biased(bool);

impl Metric for Biased {
    type State = EapState;

    fn name(&self) -> String {
        "biased".into()
    }

    fn needs_failing(&self) -> bool {
        true
    }

    fn knowing(&self, known: &Known<'_>) -> Option<Self> {
        let rows = |tests: &[TestId]| tests.iter().map(|test| test.0).collect::<Vec<_>>();
        assert_eq!((known.given, rows(known.candidates)), (&[(TestId(0), Verdict::Failed)][..], vec![1, 2]));
        assert_eq!(known.spectrum.elements.len(), known.universe.elements());
        Some(Self(true))
    }

    fn start(&self, universe: &Universe) -> EapState {
        let weight = |&method: &u32| if self.0 && method == 1 { 1000.0 } else { 1.0 };
        Eap::default().weighted(universe, universe.method_of().iter().map(weight).collect())
    }
}

#[test]
fn a_metric_that_asks_is_told_of_the_spectrum_before_it_chooses() {
    // Methods 0 0 1; t1 exonerates the first, t2 the second.
    let mut coverage = BitMatrix::new(3, 3);
    for (test, element) in [(0, 0), (0, 1), (0, 2), (1, 2), (2, 0), (2, 1)] {
        coverage.set(test, element);
    }
    let spectrum = spectrum(coverage, &[0, 0, 1], &[true, false, false]);
    let prepared = Prepared::new(&spectrum);
    let query = SelectQuery { given: vec![TestId::new(0)], tests: 1, ..SelectQuery::default() };
    let chosen = |metric: &AnyMetric| prepared.selector(metric, &query).unwrap().next().unwrap().test;
    let biased = AnyMetric::new(Biased::default());
    assert_eq!(chosen(&AnyMetric::find("eap").unwrap()), TestId(1));
    assert_eq!(chosen(&biased), TestId(2));
    assert_eq!(chosen(&biased.labelled()), TestId(2));
    assert_eq!(biased.labelled().name(), "biased labelled");
    assert_eq!(chosen(&AnyMetric::new(Add)), TestId(1));
}

#[test]
fn what_is_kept_about_one_pool_is_not_used_for_another() {
    let mut coverage = BitMatrix::new(3, 4);
    (0..4).for_each(|e| coverage.set(0, e));
    coverage.set(1, 0);
    (0..2).for_each(|e| coverage.set(2, e));
    let mut state = AnyMetric::find("split").unwrap().start(&Universe::without_methods(4));
    state.add(&coverage.row(0), Verdict::Failed);
    let mut pool = Pool::new(&coverage, vec![TestId::new(1)]);
    assert_eq!(state.best(&mut pool).unwrap().score, 1.0);
    let mut pool = Pool::new(&coverage, vec![TestId::new(2), TestId::new(1)]);
    assert_eq!(state.best(&mut pool).unwrap().score, 2.0);
}

/// Rows of runs of elements, methods of six.
fn large() -> Spectrum {
    let (tests, elements) = (700, 1500);
    let mut state = 3_u64;
    let mut random = move |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut coverage = BitMatrix::new(tests, elements);
    for test in 0..tests {
        for _ in 0..if test == 0 { 150 } else { 30 } {
            let (start, length) = (random(elements - 10), 1 + random(10));
            (start..start + length).for_each(|element| coverage.set(test, element));
        }
    }
    let methods: Vec<u32> = (0..elements as u32).map(|e| e / 6).collect();
    let failed: Vec<bool> = (0..tests).map(|test| test == 0 || test % 50 == 49).collect();
    spectrum(coverage, &methods, &failed)
}

#[test]
fn columns_choose_from_a_large_suite_as_rows_do() {
    let spectrum = large();
    let (universe, prepared) = (Universe::of(&spectrum), Prepared::new(&spectrum));
    let query = SelectQuery { given: vec![TestId::new(0)], tests: 12, ..SelectQuery::default() };
    for name in names() {
        let metric = AnyMetric::find(name).unwrap();
        let by_rows = Selector::new(&spectrum, &universe, &metric, &query).unwrap().take(12);
        let by_columns = prepared.selector(&metric, &query).unwrap().take(12);
        for (rows, columns) in by_rows.zip(by_columns) {
            assert_eq!(rows.test, columns.test, "{name}");
            assert!(close(rows.score, columns.score), "{name}: {} and {}", rows.score, columns.score);
            // With columns `eap` only chooses the rows to score.
            assert!(!name.starts_with("eap") || rows.score == columns.score, "{name}");
        }
    }
}

/// The tests of [`large`] over more elements, so that the matrix can be sparse; two tests have equal rows.
fn wide(is_sparse: bool) -> Spectrum {
    const APART: usize = 131;
    let narrow = large();
    let (rows, columns) = (narrow.coverage.rows(), narrow.coverage.columns() * APART);
    let coverage = BitMatrix::of_rows(rows, columns, if is_sparse { 1 } else { usize::MAX }, |row, words| {
        let row = if row == 601 { 600 } else { row };
        for element in narrow.coverage.ones(row).map(|element| element * APART) {
            words[element / 64] |= 1 << (element % 64);
        }
    });
    assert_eq!(coverage.is_packed(), is_sparse);
    let methods: Vec<u32> = (0..columns as u32).map(|e| e / 6 / APART as u32).collect();
    let failed: Vec<bool> = narrow.tests.iter().map(|test| test.outcome == Outcome::Failed).collect();
    spectrum(coverage, &methods, &failed)
}

#[test]
fn a_sparse_matrix_gives_the_choices_and_the_scores_of_a_whole_one() {
    let [whole, sparse] = [false, true].map(wide);
    let universe = Universe::of(&whole);
    let prepared = [&whole, &sparse].map(Prepared::new);
    let query = SelectQuery { given: vec![TestId::new(0)], tests: 4, ..SelectQuery::default() };
    let steps = |selector: Selector<'_>| -> Vec<(TestId, u64, Option<u64>)> {
        let bits = |step: Step| (step.test, step.score.to_bits(), step.suite_value.map(f64::to_bits));
        selector.take(query.tests).map(bits).collect()
    };
    for name in names() {
        let metric = AnyMetric::find(name).unwrap();
        let by_rows = [&whole, &sparse]
            .map(|spectrum| steps(Selector::new(spectrum, &universe, &metric, &query).unwrap()));
        assert_eq!(by_rows[0], by_rows[1], "{name}");
        let by_columns = [0, 1].map(|at| steps(prepared[at].selector(&metric, &query).unwrap()));
        assert_eq!(by_columns[0], by_columns[1], "{name}");
    }
}

#[test]
fn likeness_is_that_of_a_whole_matrix_bit_by_bit() {
    let [whole, sparse] = [false, true].map(wide);
    let candidates: Vec<TestId> = (1..whole.tests.len()).rev().map(TestId::new).collect();
    let given = [(TestId::new(0), Verdict::Failed), (TestId::new(49), Verdict::Failed)];
    let likeness = |spectrum: &Spectrum, is_prepared: bool| -> Vec<(usize, u64)> {
        let (universe, prepared) = (Universe::of(spectrum), Prepared::new(spectrum));
        let prepared = is_prepared.then_some(&prepared);
        let known = Known { spectrum, universe: &universe, given: &given, candidates: &candidates, prepared };
        known.likeness().into_iter().map(|(element, alike)| (element, alike.to_bits())).collect()
    };
    let known = likeness(&whole, false);
    assert!(known.iter().any(|(_, alike)| f64::from_bits(*alike) > 0.1));
    for (spectrum, is_prepared) in [(&sparse, false), (&sparse, true), (&whole, true)] {
        assert_eq!(likeness(spectrum, is_prepared), known);
    }
}
