//! Tests of the comparison, its weight and its sentences, on a spectrum made by hand.

use std::time::{Duration, UNIX_EPOCH};

use faultline_baseline::{Baseline, ClassState, Input, MethodState, Passed, Rerun, Reruns, Run, TestState};
use faultline_sbfl::ChangeEvidence;
use faultline_spectrum::{BitMatrix, Class, ClassId, Element, MethodId, Outcome, Spectrum, Test, TestId};

use crate::{Basis, Comparison, Since, Verdict, changed_since, says};

const HOUR: u64 = 3_600_000_000_000;

/// Two failing tests: the first runs methods `a`, `b` and `c`, the second `c`.
fn spectrum() -> Spectrum {
    let class = Class { name: "x.A".to_owned(), source_file: None, hash: 1, location: String::new() };
    let method = |name: &str| faultline_spectrum::Method {
        class: ClassId::new(0),
        name: name.to_owned(),
        descriptor: "()V".to_owned(),
    };
    let test = |id: &str| Test {
        unique_id: id.to_owned(),
        class: "x.ATest".to_owned(),
        method: id.to_owned(),
        display: String::new(),
        outcome: Outcome::Failed,
        duration_ns: 0,
        overlapped: false,
        failure: None,
    };
    let rows = [0b1111_u64, 0b1000];
    Spectrum {
        sizes: Vec::new(),
        classes: vec![class],
        methods: ["a", "b", "c"].map(method).into(),
        elements: [(0, 1), (0, 2), (1, 5), (2, 8)]
            .map(|(method, line)| Element { method: MethodId::new(method), line })
            .into(),
        tests: ["t0", "t1"].map(test).into(),
        coverage: BitMatrix::of_rows(2, 4, 8, |test, row| row[0] = rows[test]),
    }
}

fn method(name: &str, hash: u64, lines: &[(u32, u16)]) -> MethodState {
    MethodState { name: name.to_owned(), descriptor: "()V".to_owned(), hash, lines: lines.to_vec() }
}

fn class(name: &str, shape: u64, methods: Vec<MethodState>) -> ClassState {
    ClassState { name: name.to_owned(), shape, is_whole: false, methods }
}

/// The class as it is now.
fn now() -> ClassState {
    let a = method("a", 10, &[(1, 11), (2, 12)]);
    class("x.A", 1, vec![a, method("b", 20, &[(5, 21)]), method("c", 30, &[(8, 31)])])
}

/// A baseline in which the first test passed with another class, and the second never.
fn baseline(then: ClassState, ran: &[u32], failed: u64) -> Baseline {
    let run = |started_ns, class: u32, failed| Run {
        started_ns,
        tests: 2,
        failed,
        classes: vec![class],
        ..Run::default()
    };
    let passed = Passed { run: 0, ran: vec![(0, ran.to_vec())], ..Passed::default() };
    let first = TestState { passed: Some(passed), ..TestState::default() };
    let tests = [("t0".to_owned(), first), ("t1".to_owned(), TestState::default())];
    Baseline {
        runs: vec![run(HOUR, 0, failed), run(3 * HOUR, 1, 2)],
        classes: vec![then, now()],
        tests: tests.into(),
    }
}

fn compared(baseline: &Baseline) -> Comparison {
    Comparison::of(baseline, &spectrum(), &[3 * HOUR].into()).expect("the run is known")
}

fn names(since: &Since) -> Vec<(String, bool)> {
    let name = |id: MethodId| spectrum().methods[id.index()].name.clone();
    since.changed.iter().map(|changed| (name(changed.method), changed.is_new)).collect()
}

#[test]
fn methods_that_have_changed_or_are_new_are_told_from_those_that_stayed() {
    let then = class("x.A", 1, vec![method("a", 9, &[(101, 11), (102, 99)]), method("c", 30, &[(108, 31)])]);
    let compared = compared(&baseline(then, &[0], 1));
    let since = compared.of_test(TestId::new(0)).expect("it passed");
    assert_eq!(since.basis, Basis::Passed);
    assert_eq!(names(since), [("a".to_owned(), false), ("b".to_owned(), true)]);
    assert_eq!(since.changed[0].lines.len(), 1, "the second line alone");
    assert_eq!(since.changed[0].lines[0].index(), 1);
    assert_eq!(since.reached, [MethodId::new(2)], "it did not run `c`");
    assert!(!since.is_unchanged() && compared.tells());
    assert!(compared.of_test(TestId::new(1)).is_none(), "no run was green");
}

#[test]
fn the_factor_is_how_many_methods_run_for_each_changed_one() {
    let then = class(
        "x.A",
        1,
        vec![method("a", 9, &[(1, 11), (2, 99)]), method("b", 20, &[]), method("c", 30, &[])],
    );
    let compared = compared(&baseline(then, &[0, 1, 2], 1));
    let factors = compared.factors(&[TestId::new(0)], 30.0);
    let rounded = |of: &[f64]| of.iter().map(|factor| (factor * 1e6).round() / 1e6).collect::<Vec<_>>();
    assert_eq!(rounded(&factors.methods), [3.0, 1.0, 1.0]);
    assert_eq!(rounded(&factors.lines), [1.0, 3.0, 1.0, 1.0]);
    assert_eq!(rounded(&compared.factors(&[TestId::new(0)], 2.0).methods), [2.0, 1.0, 1.0]);
    // A second failing test that says nothing halves it.
    let both = compared.factors(&[TestId::new(0), TestId::new(1)], 30.0);
    assert_eq!(rounded(&both.methods), [1.732_051, 1.0, 1.0]);
    assert_eq!(compared.factors(&[TestId::new(1)], 30.0).methods, Vec::<f64>::new());
}

#[test]
fn a_test_that_never_passed_is_compared_with_the_last_green_run_without_weight() {
    let then = class("x.A", 1, vec![method("a", 10, &[]), method("b", 20, &[]), method("c", 9, &[])]);
    let compared = compared(&baseline(then, &[0, 1, 2], 0));
    let since = compared.of_test(TestId::new(1)).expect("the run before was green");
    assert_eq!((since.basis, names(since)), (Basis::Green, vec![("c".to_owned(), false)]));
    assert!(compared.factors(&[TestId::new(1)], 30.0).methods.is_empty());
    assert!(!since.is_unchanged());
    let says = says(since, &spectrum(), UNIX_EPOCH + Duration::from_nanos(3 * HOUR)).join(". ");
    assert_eq!(
        says,
        "x.ATest#t1 has not passed yet; since no test failed, 2 hours ago, the one method that it runs has changed: \
         A.c. This has no weight in the ranking, since a new test may find an old fault"
    );
}

#[test]
fn where_nothing_has_changed_the_test_may_be_flaky() {
    let mut baseline = baseline(now(), &[0, 1, 2], 0);
    let since = compared(&baseline).tests[0].clone();
    assert!(since.is_unchanged() && since.reached.is_empty(), "{since:?}");
    let at = UNIX_EPOCH + Duration::from_nanos(HOUR + 180_000_000_000);
    assert!(
        says(&since, &spectrum(), at)[0]
            .starts_with("Nothing that x.ATest#t0 runs has changed since it last passed, 3 minutes ago")
    );
    // A library is reason enough.
    baseline.runs[1].inputs = vec![Input { name: "lib.jar".to_owned(), hash: 2 }];
    let since = compared(&baseline).tests[0].clone();
    assert!(!since.is_unchanged());
    assert!(
        says(&since, &spectrum(), at)
            .join(". ")
            .ends_with("Changed besides: resources and libraries (lib.jar (new))")
    );
}

/// The comparison, with how both tests ended when they were run again.
fn rerun(baseline: &Baseline, first: (u32, u32), second: (u32, u32)) -> Comparison {
    let tests = [("t0", first), ("t1", second)]
        .map(|(id, (passed, failed))| (id.to_owned(), Rerun { passed, failed }));
    let reruns = Reruns { started_ns: 3 * HOUR, tests: tests.into() };
    compared(baseline).with_reruns(&reruns, &spectrum())
}

#[test]
fn what_a_test_did_when_it_was_run_again_decides_whether_it_is_flaky() {
    let (first, second) = (TestId::new(0), TestId::new(1));
    let unchanged = baseline(now(), &[0, 1, 2], 1);
    assert_eq!(compared(&unchanged).verdict(first), Verdict::Unchanged);
    assert_eq!(compared(&unchanged).verdict(second), Verdict::NeverPassed);
    let failed = rerun(&unchanged, (0, 3), (0, 3));
    assert_eq!(
        (failed.verdict(first), failed.verdict(second)),
        (Verdict::Outside, Verdict::NeverPassed),
        "what fails each time without a change depends on something else"
    );
    let at = UNIX_EPOCH + Duration::from_nanos(3 * HOUR);
    let sentence = says(&failed.tests[0], &spectrum(), at).join(". ");
    let end = ". Run again alone it failed 3 of 3 times: it depends on something outside of the build";
    assert!(sentence.ends_with(end), "{sentence}");
    let not_run = rerun(&unchanged, (0, 0), (0, 0));
    assert_eq!(not_run.verdict(first), Verdict::Unchanged, "it could not be run");

    let then = class("x.A", 1, vec![method("a", 9, &[]), method("b", 20, &[]), method("c", 30, &[])]);
    let changed = baseline(then, &[0, 1, 2], 1);
    assert_eq!(compared(&changed).verdict(first), Verdict::Changed);
    assert_eq!(rerun(&changed, (0, 3), (0, 0)).verdict(first), Verdict::Changed);
    let passed = rerun(&changed, (2, 1), (1, 0));
    assert_eq!((passed.verdict(first), passed.verdict(second)), (Verdict::Flaky, Verdict::Flaky));
    let sentence = says(&passed.tests[0], &spectrum(), at).join(". ");
    let end = "Run again alone it passed 2 of 3 times: it is flaky";
    assert!(sentence.ends_with(end), "{sentence}");
}

#[test]
fn a_test_fails_newly_if_it_did_not_fail_in_the_last_run_that_had_it() {
    let mut baseline = baseline(now(), &[0, 1, 2], 1);
    let failing = |baseline: &mut Baseline, test: &str, since| {
        baseline.tests.get_mut(test).expect("a test").failing_ns = since;
    };
    failing(&mut baseline, "t0", 3 * HOUR);
    failing(&mut baseline, "t1", 2 * HOUR);
    let new = |baseline: &Baseline| [0, 1].map(|test| compared(baseline).is_new(TestId::new(test)));
    assert_eq!(new(&baseline), [true, false]);
    baseline.tests.remove("t1");
    assert_eq!(new(&baseline), [true, true], "no run before had it");
}

#[test]
fn a_mark_names_the_test_that_passed_when_and_where() {
    let mut baseline = baseline(now(), &[0, 1, 2], 0);
    baseline.runs[0].commit = Some("1a2b3c4d5e6f7a8b".to_owned());
    let compared = compared(&baseline);
    let at = UNIX_EPOCH + Duration::from_nanos(3 * HOUR);
    let mark = |since| changed_since(since, &spectrum(), at);
    assert_eq!(
        mark(&compared.tests[0]).as_deref(),
        Some("changed since ATest#t0 passed, 2 hours ago at 1a2b3c4d")
    );
    assert_eq!(mark(&compared.tests[1]), None, "it never passed");
}

#[test]
fn methods_that_are_gone_and_other_shapes_are_told() {
    let mut then = now();
    then.shape = 7;
    then.methods.push(method("old", 40, &[]));
    then.methods.push(method("lambda$a$3", 50, &[]));
    let mut baseline = baseline(then, &[0, 3, 4], 0);
    baseline.classes[1].methods.push(method("lambda$a$0", 51, &[]));
    let since = compared(&baseline).tests[0].clone();
    assert_eq!(since.gone, [("x.A".to_owned(), "old".to_owned())], "a lambda has another number");
    assert_eq!(since.shapes, ["x.A"]);
}

#[test]
fn where_a_failing_run_parts_from_the_passing_one_is_told() {
    let more = |mut class: ClassState| {
        class.methods.extend([method("flush", 40, &[]), method("lambda$a$3", 50, &[])]);
        class
    };
    let mut then = more(now());
    then.methods[0].hash = 9;
    let mut baseline = baseline(then, &[0, 1, 2, 3, 4], 0);
    baseline.classes[1] = more(now());
    // Two more classes: one of which nothing runs now, and the one that threw.
    for name in ["x.Far", "x.Thrower"] {
        baseline.classes.push(class(name, 1, vec![method("end", 60, &[]), method("begin", 61, &[])]));
        let number = baseline.classes.len() as u32 - 1;
        baseline.runs.iter_mut().for_each(|run| run.classes.push(number));
        let first = baseline.tests.get_mut("t0").and_then(|test| test.passed.as_mut()).expect("a pass");
        first.ran.push((number, vec![0, 1]));
    }
    let mut spectrum = spectrum();
    let class = Class { name: "x.Thrower".to_owned(), ..spectrum.classes[0].clone() };
    spectrum.classes.push(class);
    spectrum.methods[2] = faultline_spectrum::Method {
        class: ClassId::new(1),
        name: "begin".to_owned(),
        ..spectrum.methods[2].clone()
    };
    let frame =
        faultline_spectrum::Frame { class: "x.Thrower".to_owned(), method: "begin".to_owned(), line: 8 };
    spectrum.tests[0].failure =
        Some(faultline_spectrum::Failure { exception: "E".to_owned(), frames: vec![frame], thrown: None });
    let compared = Comparison::of(&baseline, &spectrum, &[3 * HOUR].into()).expect("the run is known");
    let since = compared.of_test(TestId::new(0)).expect("it passed");
    let member = |class: &str, method: &str| (class.to_owned(), method.to_owned());
    let left = [("x.Thrower", "end"), ("x.A", "c"), ("x.A", "flush"), ("x.Far", "end"), ("x.Far", "begin")];
    assert_eq!(
        since.left,
        left.map(|(class, method)| member(class, method)),
        "a lambda has no name of its own"
    );
    let says = says(since, &spectrum, UNIX_EPOCH + Duration::from_nanos(3 * HOUR));
    assert_eq!(
        says[1],
        "When it passed it also ran Thrower.end, A.c, A.flush and 2 more, which it does not reach now"
    );
}

#[test]
fn a_run_that_the_baseline_does_not_have_is_not_compared() {
    assert_eq!(Comparison::of(&baseline(now(), &[0], 0), &spectrum(), &[4 * HOUR].into()), None);
}
