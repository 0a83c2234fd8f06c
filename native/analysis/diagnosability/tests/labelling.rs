//! Interactive labelling, compared with choosing by known outcomes and with itself.
use faultline_diagnosability::{
    Answer, AnyMetric, Labelling, Labels, METRICS, Offer, SelectQuery, Selector, Universe, Verdict,
};
use faultline_spectrum::{
    BitMatrix, Class, ClassId, Element, Method, MethodId, Outcome, Spectrum, Test, TestId,
};
use proptest::prelude::*;

/// Rows of 12 elements in 4 methods; row 0 failed.
fn spectrum(rows: &[(u16, bool)]) -> Spectrum {
    let mut coverage = BitMatrix::new(rows.len(), 12);
    for (row, (bits, _)) in rows.iter().enumerate() {
        (0..12).filter(|e| bits >> e & 1 == 1).for_each(|e| coverage.set(row, e));
    }
    let test = |(row, &(_, failed)): (usize, &(u16, bool))| Test {
        unique_id: format!("t{row}"),
        class: String::new(),
        method: String::new(),
        outcome: if failed || row == 0 { Outcome::Failed } else { Outcome::Passed },
        duration_ns: 0,
        display: String::new(),
        overlapped: false,
        failure: None,
    };
    let method =
        |m: usize| Method { class: ClassId::new(0), name: format!("m{m}"), descriptor: "()V".into() };
    Spectrum {
        sizes: Vec::new(),
        classes: vec![Class { name: "C".into(), source_file: None, hash: 0, location: String::new() }],
        methods: (0..4).map(method).collect(),
        elements: (0..12).map(|e| Element { method: MethodId::new(e / 3), line: e as u32 }).collect(),
        tests: rows.iter().enumerate().map(test).collect(),
        coverage,
    }
}

fn labelling<'s>(spectrum: &'s Spectrum, metric: &str) -> Labelling<'s> {
    let candidates: Vec<TestId> = (0..spectrum.tests.len()).map(TestId::new).collect();
    Labelling::new(
        &spectrum.coverage,
        &Universe::of(spectrum),
        &AnyMetric::find(metric).unwrap(),
        &[(TestId::new(0), Verdict::Failed)],
        &candidates,
    )
    .unwrap()
}

fn truth(spectrum: &Spectrum, test: TestId) -> Answer {
    match spectrum.tests[test.index()].outcome {
        Outcome::Failed => Answer::Failed,
        _ => Answer::Passed,
    }
}

fn metrics() -> impl Iterator<Item = &'static str> {
    METRICS.iter().map(|entry| entry.name)
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(b.abs()).max(1.0)
}

fn rows() -> impl Strategy<Value = Vec<(u16, bool)>> {
    proptest::collection::vec((0_u16..4096, prop::bool::weighted(0.3)), 2..10)
}

/// A user's action: answers for the offered test or another one, or undoes an answer.
#[derive(Clone, Copy, Debug)]
enum Typed {
    Offered(u8),
    Other(u8, usize),
    Undo,
}

fn typed() -> impl Strategy<Value = Vec<Typed>> {
    let one = prop_oneof![
        4 => (0..3_u8).prop_map(Typed::Offered),
        1 => (0..3_u8, 0..10_usize).prop_map(|(answer, test)| Typed::Other(answer, test)),
        2 => Just(Typed::Undo),
    ];
    proptest::collection::vec(one, 0..16)
}

fn follow(labelling: &mut Labelling<'_>, typed: Typed) {
    let answer = |n: u8| [Answer::Passed, Answer::Failed, Answer::Skipped][usize::from(n)];
    match typed {
        Typed::Offered(n) => {
            if let Some(offer) = labelling.offer() {
                assert!(labelling.answer(offer.test, answer(n)), "what is offered is open");
            }
        }
        Typed::Other(n, test) => {
            let test = TestId::new(test);
            assert_eq!(labelling.is_open(test), labelling.answer(test, answer(n)));
        }
        Typed::Undo => {
            labelling.undo();
        }
    }
}

/// The observable state: answers, the offer, the suite value, candidates.
type Seen = (Vec<(Offer, Answer)>, Option<Offer>, Option<f64>, Vec<TestId>);

fn seen(labelling: &Labelling<'_>) -> Seen {
    (labelling.answers().to_vec(), labelling.offer(), labelling.suite_value(), labelling.open().collect())
}

proptest! {
    #[test]
    fn true_answers_lead_to_the_choice_with_outcomes_told(rows in rows()) {
        let spectrum = spectrum(&rows);
        let universe = Universe::of(&spectrum);
        for name in metrics() {
            let query = SelectQuery { given: vec![TestId::new(0)], labels: Labels::Told, ..SelectQuery::default() };
            let metric = AnyMetric::find(name).unwrap();
            let mut labelling = labelling(&spectrum, name);
            for step in Selector::new(&spectrum, &universe, &metric, &query).unwrap() {
                let offer = labelling.offer().unwrap();
                prop_assert_eq!(offer.test, step.test, "{}", name);
                prop_assert!(close(offer.score, step.score), "{}: {} and {}", name, offer.score, step.score);
                prop_assert!(labelling.answer(offer.test, truth(&spectrum, offer.test)));
                prop_assert_eq!(labelling.suite_value().is_some(), step.suite_value.is_some());
            }
            prop_assert_eq!(labelling.offer(), None, "{} offers every candidate once", name);
        }
    }

    #[test]
    fn replaying_the_answers_that_stand_equals_answering_live(rows in rows(), typed in typed()) {
        let spectrum = spectrum(&rows);
        for name in metrics() {
            let mut live = labelling(&spectrum, name);
            for &typed in &typed {
                follow(&mut live, typed);
            }
            let mut again = labelling(&spectrum, name);
            for (offer, answer) in live.answers() {
                prop_assert!(again.answer(offer.test, *answer));
            }
            prop_assert_eq!(seen(&live), seen(&again), "{}", name);
        }
    }

    #[test]
    fn taking_every_answer_back_leads_to_the_start(rows in rows(), typed in typed()) {
        let spectrum = spectrum(&rows);
        for name in metrics() {
            let mut labelling = labelling(&spectrum, name);
            let start = seen(&labelling);
            for &typed in &typed {
                follow(&mut labelling, typed);
            }
            while labelling.undo().is_some() {}
            prop_assert_eq!(seen(&labelling), start, "{}", name);
        }
    }

    #[test]
    fn a_skipped_test_changes_no_score(rows in rows()) {
        let spectrum = spectrum(&rows);
        for name in metrics() {
            let mut labelling = labelling(&spectrum, name);
            let skipped = labelling.offer().unwrap().test;
            let before: Vec<f64> = labelling.open().map(|test| labelling.score(test)).collect();
            labelling.answer(skipped, Answer::Skipped);
            let rows = (1..spectrum.tests.len()).map(TestId::new);
            let after: Vec<f64> = rows.map(|test| labelling.score(test)).collect();
            prop_assert_eq!(before, after);
            prop_assert!(!labelling.is_open(skipped) && labelling.open().all(|test| test != skipped));
        }
    }
}

#[test]
fn a_labelled_failure_changes_what_eap_offers_next() {
    // t0 runs m0, m1 and m2. t1 runs m0; t2 runs m1; t3 runs m0 and m1; t4 runs m2.
    let rows = [0o777_u16, 0o007, 0o070, 0o077, 0o700].map(|bits| (bits, false));
    let spectrum = spectrum(&rows);
    let mut labelling = labelling(&spectrum, "eap");
    let value = labelling.suite_value().unwrap();
    assert!(close(value, 1.0 / 3.0), "three methods tie: {value}");
    assert!(labelling.answer(TestId::new(3), Answer::Failed));
    // Now w(m2) = 0.1 of the others' and m2 comes third: (2 * 1/2 + 0.1 * 1/3) / 2.1.
    let value = labelling.suite_value().unwrap();
    assert!(close(value, (1.0 + 0.1 / 3.0) / 2.1), "{value}");
    // Exonerating m0 or m1 splits the tie; m2 contributes little.
    assert_eq!(labelling.offer().unwrap().test, TestId::new(1));
    assert!(labelling.score(TestId::new(4)) < labelling.score(TestId::new(1)));
    labelling.undo();
    assert!(labelling.answer(TestId::new(3), Answer::Passed));
    let value = labelling.suite_value().unwrap();
    assert!(close(value, f64::midpoint(1.0, 0.5 * 2.0 / 3.0)), "m2 first, the others tie third: {value}");
}

#[test]
fn what_is_no_candidate_cannot_be_answered() {
    let spectrum = spectrum(&[(0b111, true), (0b001, false)]);
    let mut labelling = labelling(&spectrum, "eap");
    assert!(!labelling.answer(TestId::new(0), Answer::Passed), "it is given");
    assert!(!labelling.answer(TestId::new(7), Answer::Passed), "there is no such row");
    assert!(labelling.answer(TestId::new(1), Answer::Skipped));
    assert!(!labelling.answer(TestId::new(1), Answer::Passed), "it has an answer");
    assert_eq!(labelling.answers().len(), 1);
    assert_eq!((labelling.offer(), labelling.undo().unwrap().1), (None, Answer::Skipped));
    assert_eq!(labelling.undo(), None);
}

#[test]
fn a_start_that_cannot_be_is_refused() {
    let spectrum = spectrum(&[(0b111, true), (0b001, false)]);
    let universe = Universe::of(&spectrum);
    let eap = AnyMetric::find("eap").unwrap();
    let start = |given: &[(TestId, Verdict)], candidates: &[TestId]| {
        Labelling::new(&spectrum.coverage, &universe, &eap, given, candidates).err().map(|e| e.to_string())
    };
    let t0 = (TestId::new(0), Verdict::Failed);
    assert_eq!(start(&[t0], &[TestId::new(2)]).unwrap(), "there is no test 2 among 2");
    assert!(start(&[], &[TestId::new(1)]).unwrap().contains("no failing test is given"));
    assert_eq!(start(&[t0], &[]), None);
}
