//! Tests of what is kept from run to run.

use proptest::prelude::*;

use crate::file_tests::baseline;
use crate::model::{Baseline, ClassState, MethodState, Passed, Run, TestState};

const DAY: u64 = 24 * 3600 * 1_000_000_000;

/// A run at a time, of a class whose method does something, with tests that passed or not.
fn run(started_ns: u64, hash: u64, tests: &[(&str, bool)]) -> Baseline {
    let method =
        MethodState { name: "m".to_owned(), descriptor: "()V".to_owned(), hash, lines: vec![(1, 1)] };
    let class = ClassState { name: "A".to_owned(), shape: 1, is_whole: false, methods: vec![method] };
    let state = |passed: bool| TestState {
        seen_ns: started_ns,
        failing_ns: if passed { 0 } else { started_ns },
        passed: passed.then(|| Passed { run: 0, ran: vec![(0, vec![0])], ..Passed::default() }),
        ..TestState::default()
    };
    let failed = tests.iter().filter(|(_, passed)| !passed).count() as u64;
    let run = Run { started_ns, tests: tests.len() as u64, failed, classes: vec![0], ..Run::default() };
    let tests = tests.iter().map(|(id, passed)| ((*id).to_owned(), state(*passed))).collect();
    Baseline { runs: vec![run], classes: vec![class], tests }
}

/// When a test last passed, and what its method did then.
fn pass(of: &Baseline, test: &str) -> Option<(u64, u64)> {
    let passed = of.tests.get(test)?.passed.as_ref()?;
    let (class, methods) = &passed.ran[0];
    Some((
        of.runs[passed.run as usize].started_ns,
        of.classes[*class as usize].methods[methods[0] as usize].hash,
    ))
}

#[test]
fn a_failing_test_keeps_its_last_pass_and_others_get_a_new_one() {
    let all = run(1, 10, &[("a", true), ("b", true)]).after(run(2, 20, &[("a", false), ("b", true)]));
    assert_eq!((pass(&all, "a"), pass(&all, "b")), (Some((1, 10)), Some((2, 20))));
    assert_eq!(all.green_before(2).map(|run| run.started_ns), Some(1));
    let all = all.after(run(3, 20, &[("a", false)]));
    assert_eq!((pass(&all, "a"), pass(&all, "b")), (Some((1, 10)), Some((2, 20))), "b did not run");
    assert_eq!(all.latest().map(|run| run.started_ns), Some(3));
    let all = all.after(run(4, 20, &[("a", true), ("b", true)]));
    assert_eq!(
        (all.runs.len(), all.classes.len()),
        (2, 2),
        "the last green run before this one, and this one"
    );
    assert_eq!(pass(&all, "a"), Some((4, 20)));
}

#[test]
fn a_test_fails_since_the_first_failure_after_its_last_pass() {
    let since = |all: &Baseline| all.tests["a"].failing_ns;
    let run = |day, passed| run(day, 10, &[("a", passed)]);
    let all = run(1, false).after(run(2, false));
    assert_eq!(since(&all), 1);
    let all = all.after(run(3, true));
    assert_eq!(since(&all), 0);
    let all = all.after(run(4, false)).after(run(5, false));
    assert_eq!(since(&all), 4);
    // An older run of another machine changes nothing.
    assert_eq!(since(&all.with(run(2, true))), 4);
}

#[test]
fn runs_without_a_change_take_no_room() {
    let first = run(1, 10, &[("a", true), ("b", false)]);
    let many = (2..50).fold(first.clone(), |all, day| all.after(run(day, 10, &[("a", true), ("b", false)])));
    assert_eq!((many.runs.len(), many.classes.len(), many.tests.len()), (1, 1, 2));
}

#[test]
fn a_test_that_no_run_has_had_for_long_is_forgotten() {
    let all = run(DAY, 10, &[("old", true)]).after(run(120 * DAY, 10, &[("a", true)]));
    assert!(pass(&all, "old").is_some());
    let all = all.after(run(122 * DAY, 10, &[("a", true)]));
    assert!(!all.tests.contains_key("old"));
}

#[test]
fn of_another_baseline_the_newer_passes_are_taken() {
    let mine = run(5, 50, &[("a", false), ("b", true)]);
    let other = run(3, 30, &[("a", true), ("b", true), ("c", true)]);
    let all = mine.with(other);
    assert_eq!(
        (pass(&all, "a"), pass(&all, "b"), pass(&all, "c")),
        (Some((3, 30)), Some((5, 50)), Some((3, 30)))
    );
    assert_eq!(all.latest().map(|run| run.started_ns), Some(5));
}

#[test]
fn a_baseline_joined_later_keeps_the_latest_run_last_and_the_others_in_order() {
    let mine = run(5, 50, &[("a", false)]);
    let all = mine.with(run(9, 90, &[("b", true)])).with(run(3, 30, &[("c", true)]));
    assert_eq!(all.runs.iter().map(|run| run.started_ns).collect::<Vec<_>>(), [3, 9, 5]);
    assert_eq!(all.green_before(5).map(|run| run.started_ns), Some(3), "a later run was not yet there");
    assert_eq!((pass(&all, "b"), pass(&all, "c")), (Some((9, 90)), Some((3, 30))));
    let all = all.after(run(10, 10, &[("a", false)]));
    assert_eq!(all.runs.iter().map(|run| run.started_ns).collect::<Vec<_>>(), [3, 9, 10]);
}

#[test]
fn the_passes_that_another_baseline_would_give_are_counted() {
    let mine = run(5, 50, &[("a", false), ("b", true), ("d", true)]);
    let older = run(3, 30, &[("a", true), ("b", true), ("c", true)]);
    assert_eq!(mine.newer_passes(&older), 2);
    assert_eq!(mine.newer_passes(&mine), 0);
    let newer = run(7, 70, &[("b", true), ("d", false)]);
    assert_eq!(mine.newer_passes(&newer), 1);
    assert_eq!(Baseline::default().newer_passes(&older), 3);
}

#[test]
fn what_was_known_before_a_moment_has_no_later_pass_and_no_later_code() {
    let all = run(3, 30, &[("a", true), ("b", true)]).after(run(7, 70, &[("a", true), ("b", false)]));
    let before = all.clone().before(5);
    assert_eq!((pass(&before, "a"), pass(&before, "b")), (None, Some((3, 30))));
    assert!(before.tests.values().all(|test| test.seen_ns < 5));
    assert_eq!((pass(&all.clone().before(8), "a"), pass(&all.before(7), "a")), (Some((7, 70)), None));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn joining_any_two_keeps_every_number_within_bounds(first in baseline(), second in baseline()) {
        let all = first.after(second);
        for run in &all.runs {
            prop_assert!(run.classes.iter().all(|class| (*class as usize) < all.classes.len()));
        }
        for passed in all.tests.values().filter_map(|test| test.passed.as_ref()) {
            prop_assert!((passed.run as usize) < all.runs.len());
            for (class, methods) in &passed.ran {
                let class = &all.classes[*class as usize];
                prop_assert!(methods.iter().all(|method| (*method as usize) < class.methods.len()));
            }
        }
        prop_assert!(crate::file::decode(&crate::file::encode(&all)).is_ok());
    }
}
