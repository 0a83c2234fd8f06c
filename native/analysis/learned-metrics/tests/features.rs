//! Tests of the inputs and rewards against hand calculation and a second implementation.
#![expect(clippy::float_cmp, reason = "tests, of exact fractions")]

use std::collections::BTreeMap;

use crate::hand::Hand;
use faultline_diagnosability::{
    AnyMetric, Metric, Prepared, SelectQuery, State as _, Step, Universe, Verdict, select,
};
use faultline_learned_metrics::{
    Action, Environment, Network, Random, Rlfdc, RlfdcState, Round, SelectionTask, State,
};
use faultline_spectrum::{Outcome, TestId};
use proptest::prelude::*;

/// t0 covers elements 0 to 5 of 8; the faulty method has only element 3.
fn example() -> Hand {
    Hand::new(
        &[
            "- 111 1 11 00",
            "+ 111 0 00 00",
            "+ 111 1 00 11",
            "+ 000 0 00 11",
            "+ 111 1 11 11",
            "+ 000 0 00 00",
            "+ 010 1 10 00",
            "+ 000 0 11 00",
            "- 000 1 00 00",
            "? 111 0 00 00",
        ],
        "  000 1 22 33",
        &[1],
    )
}

fn actions(pairs: &[(f32, f32)]) -> Vec<Action> {
    pairs.iter().map(|&(split, cover)| Action { split, cover }).collect()
}

fn state(tests: f32, groups: f32) -> State {
    State { tests, groups, uncovered: 0.0 }
}

fn start(hand: &Hand) -> RlfdcState {
    let metric = Rlfdc::new(&Network::random(&mut Random::new(1)));
    let mut state = metric.start(&Universe::without_methods(hand.method_of.len()));
    state.add(&hand.spectrum.coverage.row(0), Verdict::Failed);
    state
}

/* M = 8, six suspicious elements. With t0 alone they are one group, so split is
6/8 min(covered, 6 - covered). t1 makes {0,1,2} {3,4,5}; t2 then cuts 3 off. */
const WITH_T0: [(f32, f32); 8] = [
    (2.25, 0.5),
    (1.5, 0.5),
    (0.0, 0.0),
    (0.0, 0.75),
    (0.0, 0.0),
    (2.25, 0.5),
    (1.5, 2.0 / 6.0),
    (0.75, 1.0 / 6.0),
];
const WITH_T1: [(f32, f32); 7] = [
    (3.0 / 8.0, 0.5),
    (0.0, 0.0),
    (0.0, 0.75),
    (0.0, 0.0),
    (6.0 / 8.0, 0.5),
    (3.0 / 8.0, 2.0 / 6.0),
    (3.0 / 8.0, 1.0 / 6.0),
];
const WITH_T2: [(f32, f32); 6] =
    [(0.0, 0.0), (0.0, 0.75), (0.0, 0.0), (3.0 / 8.0 + 2.0 / 8.0, 0.5), (0.0, 2.0 / 6.0), (0.0, 1.0 / 6.0)];

#[test]
fn states_and_actions_of_training_are_those_worked_by_hand() {
    let hand = example();
    let mut task = SelectionTask::new(&hand.fault()).unwrap();
    assert_eq!((task.state(), &*task.actions()), (state(0.0, 1.0), &actions(&WITH_T0)[..]));
    assert_eq!(task.test(7), TestId(8));
    task.take(0);
    assert_eq!((task.state(), &*task.actions()), (state(1.0, 2.0), &actions(&WITH_T1)[..]));
    assert_eq!(task.test(0), TestId(2));
    task.take(0);
    assert_eq!((task.state(), &*task.actions()), (state(2.0, 3.0), &actions(&WITH_T2)[..]));
    task.reset();
    assert_eq!((task.state(), &*task.actions()), (state(0.0, 1.0), &actions(&WITH_T0)[..]));
}

#[test]
fn the_metric_sees_what_training_saw() {
    let hand = example();
    let mut chosen = start(&hand);
    let look = |chosen: &RlfdcState, rows: std::ops::Range<usize>| -> Vec<Action> {
        rows.map(|row| chosen.clone().action(&hand.spectrum.coverage.row(row))).collect()
    };
    assert_eq!((chosen.inputs(), look(&chosen, 1..9)), (state(0.0, 1.0), actions(&WITH_T0)));
    chosen.add(&hand.spectrum.coverage.row(1), Verdict::Unknown);
    assert_eq!((chosen.inputs(), look(&chosen, 2..9)), (state(1.0, 2.0), actions(&WITH_T1)));
    chosen.add(&hand.spectrum.coverage.row(2), Verdict::Unknown);
    assert_eq!((chosen.inputs(), look(&chosen, 3..9)), (state(2.0, 3.0), actions(&WITH_T2)));
}

#[test]
fn rewards_compare_the_rank_of_the_fault_with_the_one_at_first() {
    let hand = example();
    let mut task = SelectionTask::new(&hand.fault()).unwrap();
    // Methods 0, 1 and 2 tie at first: rank 3. t1 exonerates method 0, t2 the faulty one too.
    assert_eq!(task.take(0), 1.0 / 3.0);
    assert_eq!(task.take(0), 1.0 / 3.0);
    // t7 passes method 2; t8 fails on the faulty line only.
    task.reset();
    assert_eq!(task.take(6), 1.0 / 3.0);
    assert_eq!(task.take(6), 2.0 / 3.0);
    // A choice that lowers the fault's rank costs reward: t4 and t3 pass and cover the whole method.
    let worse = Hand::new(&["- 1100", "+ 1000", "+ 0011"], "0 1 2 2", &[0]);
    let mut task = SelectionTask::new(&worse.fault()).unwrap();
    assert_eq!(task.take(0), 0.0);
}

#[test]
fn rewards_on_the_papers_example_follow_from_its_printed_ranks() {
    let covered: [&[std::ops::RangeInclusive<usize>]; 11] = [
        &[1..=28],
        &[1..=28],
        &[1..=1, 10..=13, 15..=15, 17..=28],
        &[1..=1, 10..=10, 15..=19, 21..=21, 23..=23],
        &[1..=8],
        &[1..=1, 18..=28],
        &[1..=1, 18..=28],
        &[1..=1, 3..=8],
        &[1..=1, 19..=28],
        &[1..=1, 19..=28],
        &[],
    ];
    let row = |(t, ranges): (usize, &&[std::ops::RangeInclusive<usize>])| {
        let bit = |e: usize| if ranges.iter().any(|range| range.contains(&e)) { '1' } else { '0' };
        (if t == 0 { '-' } else { '+' }).to_string() + &(1..=28).map(bit).collect::<String>()
    };
    let rows: Vec<String> = covered.iter().enumerate().map(row).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let methods = "0 111111 2 333333333 44 5 4 5 4 55555";
    let ranks: [[u8; 11]; 6] = [
        [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
        [6, 6, 3, 3, 4, 3, 3, 2, 2, 2, 2],
        [6, 6, 3, 3, 4, 3, 3, 3, 3, 3, 3],
        [6, 6, 3, 3, 1, 1, 1, 1, 1, 1, 1],
        [6, 6, 6, 6, 5, 5, 5, 5, 5, 4, 4],
        [6, 6, 6, 4, 4, 4, 4, 4, 5, 5, 5],
    ];
    for (faulty, ranks) in ranks.iter().enumerate() {
        let hand = Hand::new(&rows, methods, &[faulty as u32]);
        let mut task = SelectionTask::new(&hand.fault()).unwrap();
        for &rank in &ranks[1..] {
            assert_eq!(task.take(0), (6.0 - f32::from(rank)) / 6.0, "method {faulty}");
        }
        assert!(task.actions().is_empty());
    }
}

#[test]
fn a_fault_that_teaches_nothing_is_refused_with_the_reason() {
    let refusal = |rows: &[&str], faulty: &[u32]| {
        let mut hand = Hand::new(rows, "01", faulty);
        hand.methods = 3;
        SelectionTask::new(&hand.fault()).unwrap_err().to_string()
    };
    assert!(refusal(&["+11"], &[0]).ends_with("none of its tests failed"));
    assert!(refusal(&["-11"], &[]).ends_with("no faulty method has a line"));
    assert!(refusal(&["-11"], &[2]).ends_with("no faulty method has a line"));
}

#[test]
fn the_metric_chooses_what_the_network_values_most() {
    for seed in 0..20 {
        let hand = Hand::random(seed, 40, 60);
        let network = Network::random(&mut Random::new(seed));
        let metric = AnyMetric::new(Rlfdc::new(&network));
        let query = SelectQuery { given: vec![TestId(0)], tests: 10, ..SelectQuery::default() };
        let steps = select(&hand.spectrum, &metric, &query).unwrap();
        // Tests from columns have the same values.
        let prepared = Prepared::new(&hand.spectrum);
        let by_columns: Vec<Step> = prepared.selector(&metric, &query).unwrap().take(10).collect();
        assert_eq!(by_columns, steps);
        let mut task = SelectionTask::new(&hand.fault()).unwrap();
        for step in steps {
            let (round, actions) = (Round::new(&network, task.state()), task.actions());
            let values: Vec<f32> = actions.iter().map(|&action| round.value(action)).collect();
            let largest = values.iter().copied().fold(f32::MIN, f32::max);
            let first = values.iter().position(|&value| value == largest).unwrap();
            assert_eq!((step.test, step.score), (task.test(first), f64::from(largest)));
            task.take(first);
        }
    }
}

#[test]
fn a_metric_is_known_by_its_name_and_wants_a_failing_test() {
    let network = Network::random(&mut Random::new(1));
    let [plain, named] = [Rlfdc::new(&network), Rlfdc::named(&network, "rlfdc:own.json")].map(AnyMetric::new);
    assert_eq!((plain.name(), named.name()), ("rlfdc".to_owned(), "rlfdc:own.json".to_owned()));
    assert_ne!(plain, named);
    assert!(plain.needs_failing() && !plain.knows_outcomes());
}

/// Split and cover by their definitions.
fn naive(hand: &Hand, chosen: &[usize], candidate: usize) -> (usize, Action) {
    let matrix = &hand.spectrum.coverage;
    let mut groups: BTreeMap<Vec<bool>, Vec<usize>> = BTreeMap::new();
    for element in (0..matrix.columns()).filter(|&element| matrix.get(0, element)) {
        let column = chosen.iter().map(|&test| matrix.get(test, element)).collect();
        groups.entry(column).or_default().push(element);
    }
    let mut split = 0.0;
    for group in groups.values() {
        let covered = group.iter().filter(|&&element| matrix.get(candidate, element)).count();
        split += (group.len() * covered.min(group.len() - covered)) as f64 / matrix.columns() as f64;
    }
    let count = |f: &dyn Fn(bool, bool) -> bool| {
        (0..matrix.columns()).filter(|&e| f(matrix.get(0, e), matrix.get(candidate, e))).count() as f64
    };
    let either = count(&|a, b| a || b);
    let cover = if either == 0.0 { 0.0 } else { count(&|a, b| a && b) / either };
    (groups.len(), Action { split: split as f32, cover: cover as f32 })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn features_follow_their_definitions(seed in any::<u64>(), tests in 3_usize..24, size in 1_usize..34) {
        let hand = Hand::random(seed, tests, size * 3);
        let mut task = SelectionTask::new(&hand.fault()).unwrap();
        let mut random = Random::new(seed);
        let mut chosen = vec![0];
        let mut metric = start(&hand);
        loop {
            let actions = task.actions();
            prop_assert_eq!(task.state(), metric.inputs());
            prop_assert_eq!(task.state().tests as usize, chosen.len() - 1);
            for (place, action) in actions.iter().enumerate() {
                let test = task.test(place).index();
                let (groups, expected) = naive(&hand, &chosen, test);
                prop_assert_eq!(groups as f32, task.state().groups);
                prop_assert!((action.split - expected.split).abs() <= 1e-5 * (1.0 + expected.split));
                prop_assert!((action.cover - expected.cover).abs() <= 1e-6);
                prop_assert_eq!(*action, metric.action(&hand.spectrum.coverage.row(test)));
            }
            if actions.is_empty() || chosen.len() > 10 {
                break;
            }
            let place = random.below(actions.len());
            let test = task.test(place).index();
            prop_assert!(hand.spectrum.tests[test].outcome != Outcome::Aborted);
            chosen.push(test);
            metric.add(&hand.spectrum.coverage.row(test), Verdict::Unknown);
            task.take(place);
        }
    }
}
