//! The options for reading recordings: what belongs to a test.

use crate::support::{Scratch, class, recording, test};
use faultline_spectrum::{Charge, CoverageBuilder, Moment, Outcome, RecordedFixture, Recording};
use serde_json::Value;

/// Lines 1 and 2 run in tests, 3 in a static initialiser, 4 before all tests, 5 after them; one test fails
/// twice and then passes.
fn run() -> Recording {
    let slots: Vec<(u32, u32)> = (1..6).map(|line| (0, line)).collect();
    let covered = |slot: u32| {
        let mut coverage = CoverageBuilder::default();
        coverage.class(0, &[1 << slot]);
        coverage.to_coverage()
    };
    let fixture = |id, moment, slot| RecordedFixture {
        id,
        moment,
        unique_id: "org.example.FooTest".into(),
        class: "org.example.FooTest".into(),
        method: String::new(),
        coverage: covered(slot),
    };
    let mut recording = recording(
        vec![class(0, "org.example.Foo", &[("m", "()V")], &slots)],
        vec![
            test(0, "fails", Outcome::Failed, &[(0, &[0])]),
            test(1, "passes", Outcome::Passed, &[(0, &[1])]),
            test(2, "flaky", Outcome::Failed, &[(0, &[0])]),
            test(3, "flaky", Outcome::Failed, &[(0, &[0])]),
            test(4, "flaky", Outcome::Passed, &[(0, &[0])]),
        ],
    );
    recording.initialisers = vec![(0, covered(2))];
    recording.fixtures = vec![fixture(0, Moment::Before, 3), fixture(1, Moment::After, 4)];
    recording.charges = (0..5).map(|test| Charge { test, fixtures: vec![0] }).collect();
    recording
}

/// Numbers of failing and passing tests that ran each of the five lines.
fn counts(name: &str, options: &[&str]) -> [(u64, u64); 5] {
    let scratch = Scratch::new(name);
    scratch.record("1-a", &run());
    let out = scratch.run(&[&["rank", "--json", "--level", "line"], options].concat()).ok();
    let value: Value = serde_json::from_str(&out).unwrap();
    let suspects = value["groups"][0]["suspects"].as_array().unwrap();
    let count = |suspect: &Value, of: &str| suspect[of].as_u64().unwrap();
    let mut counts = [(0, 0); 5];
    for suspect in suspects {
        let line = suspect["line"].as_u64().unwrap() as usize;
        counts[line - 1] = (count(suspect, "ef"), count(suspect, "ep"));
    }
    counts
}

#[test]
fn fixtures_and_initialisers_belong_to_every_test_unless_told_otherwise() {
    // Line 5, which ran after the tests, belongs to none.
    assert_eq!(counts("reading-all", &[]), [(3, 1), (0, 1), (3, 2), (3, 2), (0, 0)]);
}

#[test]
fn initialisers_may_belong_to_the_first_test_or_to_none() {
    assert_eq!(counts("reading-first", &["--initialisers", "first"])[2], (1, 0));
    assert_eq!(counts("reading-none", &["--initialisers", "exclude"])[2], (0, 0));
}

#[test]
fn fixtures_may_belong_to_no_test() {
    assert_eq!(counts("reading-fixtures", &["--fixtures", "exclude"])[3], (0, 0));
}

#[test]
fn of_a_flaky_test_the_last_execution_counts_or_none() {
    assert_eq!(counts("reading-last", &["--flaky", "last"])[0], (1, 1));
    assert_eq!(counts("reading-exclude", &["--flaky", "exclude"])[0], (1, 0));
}

#[test]
fn a_flaky_test_is_named_and_what_ran_after_tests_is_told() {
    let scratch = Scratch::new("reading-notes");
    scratch.record("1-a", &run());
    let ranked = scratch.run(&["rank"]);
    assert!(
        ranked.err.contains("[method:flaky] failed and passed; every execution counts"),
        "{}",
        ranked.err
    );
    let suite = scratch.run(&["suite"]);
    assert!(suite.err.contains("1 container ran 1 line after their tests"), "{}", suite.err);
}

/// A recording with more than 32 MiB of rows in any form: every other of 100,000 lines runs in each test, at random.
fn without_room() -> Recording {
    const CLASSES: u32 = 10;
    const WORDS: usize = 156;
    let slots: Vec<(u32, u32)> = (1..=WORDS as u32 * 64).map(|line| (0, line)).collect();
    let name = |id| format!("org.example.Wide{id}");
    let classes = (0..CLASSES).map(|id| class(id, &name(id), &[("m", "()V")], &slots)).collect();
    let mut state = 1_u64;
    let mut word = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let row = |sequence: u32| {
        let mut coverage = CoverageBuilder::default();
        for id in 0..CLASSES {
            let bits: Vec<u64> = (0..WORDS).map(|_| word()).collect();
            coverage.class(id, &bits);
        }
        let outcome = if sequence % 900 == 7 { Outcome::Failed } else { Outcome::Passed };
        let mut row = test(sequence, &format!("t{sequence}"), outcome, &[]);
        row.coverage = coverage.to_coverage();
        row
    };
    recording(classes, (0..2_800).map(row).collect())
}

#[test]
fn rows_without_room_in_memory_change_nothing_of_a_ranking_and_a_note_names_them() {
    let scratch = Scratch::new("reading-memory");
    scratch.record("1-a", &without_room());
    let rank = |options: &[&str]| scratch.run(&[&["rank", "--level", "line"], options].concat());
    let (within, known) = (rank(&["--memory", "64M"]), rank(&["--memory", "1G"]));
    let note = "of the rows are in a temporary file, as they have no room in memory (--memory)";
    assert!(within.err.contains(note), "{}", within.err);
    assert!(!known.err.contains(note), "{}", known.err);
    assert!(known.out.len() > 100, "{}", known.out);
    assert_eq!(within.ok(), known.ok());
}
