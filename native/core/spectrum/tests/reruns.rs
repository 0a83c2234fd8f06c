//! Which executions of a test are rows: reruns and flaky tests.

use faultline_spectrum::{FlakyPolicy, Origin, Outcome, RecordedTest, Recording};

const FAILED: Outcome = Outcome::Failed;
const PASSED: Outcome = Outcome::Passed;

/// A JVM that started at that time and ran these tests.
fn jvm(started_ns: u64, tests: &[(&str, Outcome)]) -> Recording {
    let tests = (0..).zip(tests).map(|(sequence, &(id, outcome))| RecordedTest {
        sequence,
        unique_id: id.into(),
        class: "a.Test".into(),
        method: String::new(),
        outcome,
        duration_ns: 0,
        display: String::new(),
        overlapped: false,
        failure: None,
        coverage: faultline_spectrum::Coverage::default(),
    });
    Recording {
        origin: Origin { started_ns, ..Origin::default() },
        tests: tests.collect(),
        ..Recording::default()
    }
}

/// The remaining ids and outcomes, and the reruns found.
fn left(policy: FlakyPolicy, recordings: &[Recording]) -> (Vec<(String, Outcome)>, Vec<String>, usize) {
    let mut recordings = recordings.to_vec();
    let reruns = policy.apply(&mut recordings);
    let tests = recordings.iter().flat_map(|recording| &recording.tests);
    (tests.map(|test| (test.unique_id.clone(), test.outcome)).collect(), reruns.flaky, reruns.left_out)
}

fn rows(rows: &[(&str, Outcome)]) -> Vec<(String, Outcome)> {
    rows.iter().map(|&(id, outcome)| (id.into(), outcome)).collect()
}

#[test]
fn a_test_that_failed_and_then_passed_is_two_rows_unless_told_otherwise() {
    let run = [jvm(1, &[("flaky", FAILED), ("steady", PASSED), ("flaky", PASSED)])];
    let flaky = vec!["flaky".to_owned()];
    assert_eq!(FlakyPolicy::default(), FlakyPolicy::Each);
    let all = rows(&[("flaky", FAILED), ("steady", PASSED), ("flaky", PASSED)]);
    assert_eq!(left(FlakyPolicy::Each, &run), (all, flaky.clone(), 0));
    let last = rows(&[("steady", PASSED), ("flaky", PASSED)]);
    assert_eq!(left(FlakyPolicy::Last, &run), (last, flaky.clone(), 1));
    assert_eq!(left(FlakyPolicy::Exclude, &run), (rows(&[("steady", PASSED)]), flaky, 2));
}

#[test]
fn a_test_that_fails_every_time_is_not_flaky_and_counts_once_where_the_last_counts() {
    let run = [jvm(1, &[("broken", FAILED), ("broken", FAILED), ("broken", FAILED)])];
    for policy in [FlakyPolicy::Last, FlakyPolicy::Exclude] {
        assert_eq!(left(policy, &run), (rows(&[("broken", FAILED)]), vec![], 2));
    }
}

#[test]
fn a_rerun_in_another_jvm_is_later_whatever_the_order_of_files() {
    let (first, second) = (jvm(1, &[("t", FAILED)]), jvm(2, &[("t", PASSED)]));
    for run in [[first.clone(), second.clone()], [second.clone(), first.clone()]] {
        assert_eq!(left(FlakyPolicy::Last, &run).0, rows(&[("t", PASSED)]));
    }
}

#[test]
fn a_file_read_twice_holds_no_reruns() {
    let run = jvm(1, &[("t", FAILED)]);
    let (_, flaky, left_out) = left(FlakyPolicy::Last, &[run.clone(), run]);
    assert_eq!((flaky, left_out), (vec![], 0));
}

#[test]
fn tests_of_one_name_in_two_modules_are_two_tests() {
    let of = |started_ns, outcome, description: &str| {
        let mut run = jvm(started_ns, &[("t", outcome)]);
        run.origin.description = description.into();
        run
    };
    let run = [
        of(1, FAILED, "a VM 17, booter\tlib"),
        of(2, PASSED, "a VM 17, booter\tapp"),
        of(3, PASSED, "another VM 21, booter\tlib"),
    ];
    let kept = rows(&[("t", PASSED), ("t", PASSED)]);
    assert_eq!(left(FlakyPolicy::Last, &run), (kept, vec!["t".to_owned()], 1));
    assert_eq!(left(FlakyPolicy::Exclude, &run[..2]).0, rows(&[("t", FAILED), ("t", PASSED)]));
}

#[test]
fn tests_of_one_name_in_two_classes_are_two_tests() {
    let mut run = jvm(1, &[("t", FAILED), ("t", PASSED)]);
    run.tests[1].class = "b.Test".into();
    let (kept, flaky, _) = left(FlakyPolicy::Last, &[run]);
    assert_eq!((kept.len(), flaky), (2, vec![]));
}

#[test]
fn a_skipped_test_that_passed_elsewhere_is_not_flaky() {
    let run = [jvm(1, &[("t", Outcome::Skipped)]), jvm(2, &[("t", PASSED)])];
    assert_eq!(left(FlakyPolicy::Exclude, &run).0, rows(&[("t", PASSED)]));
}
