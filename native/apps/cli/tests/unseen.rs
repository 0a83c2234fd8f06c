//! Code of the project that the recordings cannot see: `faultline rank` says so on its page, in JSON and in the report.

use std::fs;

use crate::schema::violations;
use crate::support::{Scratch, class, recording, test};
use faultline_spectrum::{Background, Outcome, PartlyRecorded, Recording, Refusal};
use serde_json::{Value, json};

/// `a.Seen` (number 0) with a line, and `a.Bare` (number 1) without. A failing test runs both, a passing one the first.
fn recorded() -> Recording {
    let classes = vec![
        class(0, "a.Seen", &[("m", "()V"), ("n", "()V")], &[(0, 7)]),
        class(1, "a.Bare", &[("m", "()V")], &[]),
    ];
    let failing = test(1, "fails", Outcome::Failed, &[(0, &[0]), (1, &[])]);
    recording(classes, vec![test(0, "passes", Outcome::Passed, &[(0, &[0])]), failing])
}

fn rank_of(recording: &Recording) -> (Scratch, String, Value) {
    let scratch = Scratch::new("unseen");
    scratch.record("1-a", recording);
    let page = scratch.run(&["rank", "--width", "300"]).ok();
    let value: Value = serde_json::from_str(&scratch.run(&["rank", "--json"]).ok()).unwrap();
    let schema = serde_json::from_str(include_str!("../../../../docs/json-schema/rank.schema.json")).unwrap();
    assert_eq!(violations(&schema, &value), Vec::<String>::new());
    (scratch, page, value)
}

#[test]
fn a_class_without_lines_that_the_failing_test_ran_is_named_with_its_share() {
    let (scratch, page, value) = rank_of(&recorded());
    let says = "1 of the 2 classes that the failing test ran has no line numbers, so nothing in it can be suspected: a.Bare. \
                `faultline doctor` says how to fix it";
    assert_eq!(page.lines().nth(1), Some(says), "{page}");
    let class = json!({"class": "a.Bare", "reason": "no line numbers", "ran": true});
    assert_eq!(value["unseen"], json!({"says": [says], "ran": 1, "of": 2, "classes": [class]}));
    assert_eq!(value["classes"], 1, "a class without lines is none of the ranked ones");
    scratch.run(&["report", "--out", "pages"]).ok();
    let start = fs::read_to_string(scratch.path("pages/index.html")).unwrap();
    assert!(start.contains("1 of the 2 classes that the failing test ran has no line numbers"), "{start}");
}

#[test]
fn methods_beyond_the_last_line_and_refused_classes_are_named_as_what_may_have_run() {
    let mut recording = recorded();
    recording.classes.truncate(1);
    recording.tests[1] = test(1, "fails", Outcome::Failed, &[(0, &[0])]);
    recording.partly.push(PartlyRecorded { class: 0, method: 1, lines: 0 });
    recording.refusals.push(Refusal { class: "a.Big".into(), reason: "constant pool full".into() });
    let (_, page, value) = rank_of(&recording);
    assert!(page.contains("1 method of a.Seen, which the failing test ran, has no line numbers"), "{page}");
    assert!(
        page.contains("1 class could not be recorded (constant pool full), so nothing in it can be"),
        "{page}"
    );
    let classes = json!([
        {"class": "a.Big", "reason": "constant pool full", "ran": null},
        {"class": "a.Seen", "methods": ["n"], "reason": "no line numbers", "ran": null},
    ]);
    assert_eq!(value["unseen"]["classes"], classes);
}

#[test]
fn nothing_is_said_where_only_others_ran_what_was_not_seen() {
    let mut recording = recorded();
    recording.tests[0] = test(0, "passes", Outcome::Passed, &[(0, &[0]), (1, &[])]);
    recording.tests[1] = test(1, "fails", Outcome::Failed, &[(0, &[0])]);
    recording.refusals.push(Refusal { class: "org.library.Big".into(), reason: "method too large".into() });
    let (_, page, value) = rank_of(&recording);
    assert_eq!(value.get("unseen"), None);
    assert!(!page.contains("suspected"), "{page}");
}

/// As of a server that a fixture started.
#[test]
fn code_that_ran_for_no_test_is_named_where_failing_tests_ran_none() {
    let with = |ran: &[u32]| {
        let mut recording = recorded();
        recording.classes.truncate(1);
        recording.tests[1] = test(1, "fails", Outcome::Failed, &[(0, ran)][..ran.len()]);
        let coverage = recording.tests[0].coverage.clone();
        recording.background.push(Background { thread: "all threads of a.Server".into(), coverage });
        rank_of(&recording).2["notes"].to_string()
    };
    let said =
        "1 failing test ran no recorded line, but 1 line ran for no test, in \\\"all threads of a.Server\\\"";
    assert!(with(&[]).contains(said), "{}", with(&[]));
    assert!(!with(&[0]).contains("for no test"), "{}", with(&[0]));
}

/// As of a pool that a server shares among all tests.
#[test]
fn code_that_ran_for_no_test_is_named_where_no_test_has_it() {
    let with = |ran: &[u32]| {
        let mut recording = recorded();
        recording.classes = vec![class(0, "a.Seen", &[("m", "()V"), ("n", "()V")], &[(0, 7), (1, 9)])];
        recording.tests[1] = test(1, "fails", Outcome::Failed, &[(0, &[0])]);
        let coverage = test(2, "none", Outcome::Passed, &[(0, ran)]).coverage;
        recording.background.push(Background { thread: "pool-1-thread-1".into(), coverage });
        rank_of(&recording).2["notes"].to_string()
    };
    let said = "1 line ran for no test, in \\\"pool-1-thread-1\\\", and in no test";
    assert!(with(&[0, 1]).contains(said), "{}", with(&[0, 1]));
    assert!(!with(&[0]).contains("for no test"), "{}", with(&[0]));
}
