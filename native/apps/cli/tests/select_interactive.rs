//! `faultline select --interactive`: a dialogue over pipes, and the answers file.

use std::fs;
use std::io::Write;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::schema::violations;
use crate::support::{Done, Scratch, assert_snapshot, class, recording, test, thrown, write_recording};
use faultline_diagnosability::METRICS;
use faultline_files::OwnedFolder;
use faultline_recording_store::amplified::KIND;
use faultline_spectrum::{Outcome, Recording};
use faultline_test_amplification::unlabelled::{self, Unlabelled};
use faultline_variant_evidence::kept;
use faultline_variant_evidence::words::{By, Kind, Label};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

/// Methods a to d of `Foo` with a line each; `fails` runs all of them.
fn suite() -> Recording {
    let tests = vec![
        thrown(
            test(0, "fails", Outcome::Failed, &[(0, &[0, 1, 2, 3])]),
            "java.lang.Error",
            "org.x.Foo",
            "a",
            1,
        ),
        test(1, "passes", Outcome::Passed, &[(0, &[3])]),
    ];
    recording(vec![foo()], tests)
}

fn foo() -> faultline_spectrum::RecordedClass {
    let methods = [("a", "()V"), ("b", "()V"), ("c", "()V"), ("d", "()V")];
    class(0, "org.x.Foo", &methods, &[(0, 1), (1, 2), (2, 3), (3, 4)])
}

/// Unlabelled tests, whatever outcome was recorded: they run a; a and b; c; c and d. One more was aborted.
fn pool() -> Recording {
    let tests = vec![
        test(0, "runsA", Outcome::Passed, &[(0, &[0])]),
        thrown(test(1, "runsAB", Outcome::Failed, &[(0, &[0, 1])]), "java.lang.Error", "org.x.Foo", "b", 2),
        test(2, "runsC", Outcome::Passed, &[(0, &[2])]),
        test(3, "runsCD", Outcome::Passed, &[(0, &[2, 3])]),
        test(4, "aborts", Outcome::Aborted, &[(0, &[2])]),
    ];
    let mut pool = recording(vec![foo()], tests);
    pool.origin.started_ns = 9;
    pool
}

fn scratch(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    scratch.record("1-a", &suite());
    write_recording(&scratch.path("pool.flt"), &pool());
    scratch
}

const POOL: [&str; 6] = ["select", "--interactive", "--pool", "pool.flt", "-r", "ochiai"];

fn start(scratch: &Scratch, arguments: &[&str]) -> Child {
    let mut command = scratch.faultline(&[&POOL, arguments].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Types `typed`, then closes the input.
fn talk(scratch: &Scratch, arguments: &[&str], typed: impl AsRef<[u8]>) -> Done {
    let mut child = start(scratch, arguments);
    // A program that refuses to start does not read its input.
    let _ = child.stdin.take().unwrap().write_all(typed.as_ref());
    Done::of(&child.wait_with_output().unwrap())
}

/// The summary at the end of a dialogue.
fn summary(scratch: &Scratch, arguments: &[&str], typed: impl AsRef<[u8]>) -> Value {
    let out = talk(scratch, &[&["--json"], arguments].concat(), typed).ok();
    let value: Value = serde_json::from_str(&out).unwrap();
    let schema =
        serde_json::from_str(include_str!("../../../../docs/json-schema/labelling.schema.json")).unwrap();
    let found = violations(&schema, &value);
    assert!(found.is_empty(), "{found:#?}\n{out}");
    value
}

/// The answers in order, such as `runsAB failed`.
fn answers(summary: &Value) -> Vec<String> {
    let one = |answer: &Value| {
        let test = &answer["test"];
        format!("{} {}", test["method"].as_str().unwrap(), test["outcome"].as_str().unwrap())
    };
    summary["answers"].as_array().unwrap().iter().map(one).collect()
}

/// The first suspects: `a 1` for a method alone at the first rank, `c 3-4` in a tie.
fn top(standing: &Value) -> Vec<String> {
    let one = |placed: &Value| {
        let (min, max) = (placed["rank_min"].as_u64().unwrap(), placed["rank_max"].as_u64().unwrap());
        let place = if min == max { min.to_string() } else { format!("{min}-{max}") };
        format!("{} {place}", placed["method"].as_str().unwrap())
    };
    standing["top"].as_array().unwrap().iter().map(one).collect()
}

fn metrics() -> impl Iterator<Item = &'static str> {
    METRICS.iter().map(|entry| entry.name).chain(["rlfdc"])
}

#[test]
fn each_answer_chooses_the_next_test_and_moves_the_ranking() {
    let scratch = scratch("conversation");
    let value = summary(&scratch, &["-m", "eap"], "f\np\nq\n");
    // Both pairs tie for eap; if the first fails, a and b are the suspects to separate.
    assert_eq!(answers(&value), ["runsAB failed", "runsA passed"]);
    assert_eq!(top(&value["start"]), ["a 1-4", "b 1-4", "c 1-4", "d 1-4"]);
    assert_eq!(top(&value["answers"][0]["standing"]), ["a 1-2", "b 1-2", "c 3-4", "d 3-4"]);
    assert_eq!(top(&value["answers"][1]["standing"]), ["b 1", "a 2", "c 3-4", "d 3-4"]);
    assert_eq!(
        [&value["passed"], &value["failed"], &value["skipped"], &value["left"], &value["candidates"]],
        [&json!(1), &json!(1), &json!(0), &json!(2), &json!(4)]
    );
    assert_eq!((&value["given"][0]["method"], &value["kept"]), (&json!("fails"), &json!(null)));
    // If the same test passes, c and d are the suspects.
    let value = summary(&scratch, &["-m", "eap"], "p\np\nq\n");
    assert_eq!(answers(&value), ["runsAB passed", "runsC passed"]);
    assert_eq!(top(&value["answers"][1]["standing"]), ["d 1", "a 2-4", "b 2-4", "c 2-4"]);
}

#[test]
fn a_labelled_failure_is_one_more_failing_test_to_every_metric() {
    let scratch = scratch("metrics");
    // Record the pool with the labelled outcomes, and give the suite and these tests: the test chosen next
    // must equal the one offered after the same answers.
    for metric in metrics() {
        let live = summary(&scratch, &["-m", metric], "f\np\n");
        let told = answers(&live);
        let mut given = suite();
        given.tests.remove(1);
        for (sequence, told) in (5..).zip(&told) {
            let (name, outcome) = told.split_once(' ').unwrap();
            let mut one = pool().tests.iter().find(|test| test.method == name).unwrap().clone();
            one.outcome = if outcome == "failed" { Outcome::Failed } else { Outcome::Passed };
            one.sequence = sequence;
            given.tests.push(one);
        }
        let other = Scratch::new("given");
        other.record("1-a", &given);
        let mut rest = pool();
        rest.tests.retain(|test| !told.iter().any(|told| told.starts_with(&format!("{} ", test.method))));
        write_recording(&other.path("pool.flt"), &rest);
        let all = ["select", "--pool", "pool.flt", "--json", "-n", "1", "--given", "suite", "-m", metric];
        let chosen: Value = serde_json::from_str(&other.run(&all).ok()).unwrap();
        let step = &chosen["choices"][0]["steps"][0];
        let next = summary(&scratch, &["-m", metric], "f\np\ns\n");
        assert_eq!(next["answers"][2]["test"]["method"], step["test"]["method"], "{metric}");
        let (a, b) = (next["answers"][2]["value"].as_f64().unwrap(), step["value"].as_f64().unwrap());
        assert!((a - b).abs() <= 1e-12 * b.abs().max(1.0), "{metric}: {a} and {b}");
    }
}

#[test]
fn the_page_shows_what_a_test_covers_and_would_tell_apart() {
    let scratch = scratch("page");
    scratch.file(
        "src/test/java/org/example/FooTest.java",
        "package org.example;\nclass FooTest {\n  @Test\n  void runsAB() {}\n}\n",
    );
    let typed = "what\nr\n?\nf\nu\nf\ns\nq\n";
    for width in [60, 100] {
        let shown = talk(&scratch, &["-m", "eap", "--width", &width.to_string()], typed).ok();
        for line in shown.lines() {
            assert!(line.width() <= width, "{} > {width}: {line}", line.width());
        }
        assert_snapshot(&format!("select-interactive-{width}"), &shown);
    }
}

#[test]
fn words_work_like_letters_and_garbage_changes_nothing() {
    let scratch = scratch("garbage");
    let plain = summary(&scratch, &[], "f\np\ns\n");
    let wordy = summary(&scratch, &[], " FAILED \nPass\r\nskip");
    assert_eq!(plain, wordy);
    let mut garbage = b"\n\xff\xfe\x00\nff\npass failed\n1\n\x1b[31m\n-p\n".to_vec();
    garbage.extend_from_slice("f\nhelp\nranking\n".as_bytes());
    garbage.extend(std::iter::repeat_n(b'p', 300_000));
    garbage.extend_from_slice(b"\np\ns\n");
    assert_eq!(summary(&scratch, &[], &garbage), plain);
    let done = talk(&scratch, &[], &garbage[..60]);
    assert!(done.out.contains("unknown command; type ? for help"), "{}", done.out);
    assert!(!done.out.contains('\u{1b}'), "what was typed must not steer the terminal: {}", done.out);
}

#[test]
fn the_end_of_the_input_ends_the_conversation_like_quitting() {
    let scratch = scratch("end");
    assert_eq!(summary(&scratch, &[], "f\n"), summary(&scratch, &[], "f\nq\np\np\n"));
    let nothing = summary(&scratch, &[], "");
    assert_eq!((answers(&nothing).len(), &nothing["left"]), (0, &json!(4)));
}

#[test]
fn answers_are_taken_back_one_by_one() {
    let scratch = scratch("undo");
    let straight = summary(&scratch, &[], "p\ns\n");
    assert_eq!(summary(&scratch, &[], "u\nf\np\nu\nu\nu\np\ns\n"), straight);
    let done = talk(&scratch, &["-m", "eap"], "u\np\nu\n").ok();
    assert!(done.contains("there is no answer to take back"), "{done}");
    assert!(done.contains("Undone: org.example.FooTest#runsAB passed."), "{done}");
}

#[test]
fn a_skipped_test_is_not_offered_again() {
    let scratch = scratch("skip");
    let value = summary(&scratch, &[], "s\ns\ns\ns\np\n");
    let mut skipped = answers(&value);
    skipped.sort();
    assert_eq!(skipped, ["runsA skipped", "runsAB skipped", "runsC skipped", "runsCD skipped"]);
    for answer in value["answers"].as_array().unwrap() {
        assert_eq!(answer["standing"], value["start"], "nothing is known that was not");
    }
    let shown = talk(&scratch, &[], "s\ns\ns\ns\np\nu\nq\n").ok();
    assert!(shown.contains("Every candidate has an answer."), "{shown}");
    assert!(shown.contains("nothing is left to label: u undoes the last answer, q quits"), "{shown}");
    assert!(
        shown.contains("0 tests labelled, 0 passed and 0 failed; 3 skipped; 1 candidate left."),
        "{shown}"
    );
}

#[test]
fn what_the_pool_recorded_is_not_looked_at() {
    let mut other = pool();
    for test in &mut other.tests[..4] {
        (test.outcome, test.failure) = (Outcome::Passed, None);
    }
    let (as_is, passed) = (scratch("as-is"), scratch("passed"));
    write_recording(&passed.path("pool.flt"), &other);
    for ranking in ["ochiai", "ochiai+size+trace", "posterior"] {
        let of = |scratch| {
            let mut command = ["--json", "-r", ranking].to_vec();
            command.extend(["--answers", "a.jsonl"]);
            let out = talk_with(scratch, &["select", "-i", "--pool", "pool.flt"], &command, "f\nf\np\n");
            let _ = fs::remove_file(scratch.path("a.jsonl"));
            out
        };
        assert_eq!(of(&as_is).ok(), of(&passed).ok(), "{ranking}");
    }
}

fn talk_with(scratch: &Scratch, command: &[&str], arguments: &[&str], typed: &str) -> Done {
    let mut command = scratch.faultline(&[command, arguments].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    Done::of(&child.wait_with_output().unwrap())
}

#[test]
fn recorded_passing_tests_are_offered_where_no_pool_is_named() {
    let scratch = scratch("no pool");
    let done = talk_with(&scratch, &["select", "-i"], &[], "f\n").ok();
    assert!(done.contains("org.example.FooTest#passes") && done.contains("recorded as passed"), "{done}");
    let suite = talk_with(&scratch, &["select", "-i"], &["--pool", "pool.flt", "--given", "suite"], "").ok();
    assert!(suite.starts_with("Given 2 tests, 1 failed. Offering 4 candidates by belief."), "{suite}");
}

#[test]
fn several_failing_tests_start_together_and_that_is_said() {
    let scratch = scratch("several");
    let mut both = suite();
    both.tests.push(test(2, "failsToo", Outcome::Failed, &[(0, &[0])]));
    scratch.record("1-a", &both);
    let done = talk(&scratch, &[], "");
    assert!(
        done.err.contains("starting from all 2 failing tests together; --failing picks one"),
        "{}",
        done.err
    );
    assert!(done.out.starts_with("Given 2 failing tests."), "{}", done.out);
    let named = talk(&scratch, &["-f", "FooTest#failsToo", "-f", "FooTest#fails"], "");
    assert_eq!((named.out, named.err.as_str()), (done.out, ""), "who names them knows");
    let one = talk(&scratch, &["--failing", "FooTest#failsToo"], "");
    assert!(one.out.starts_with("Given org.example.FooTest#failsToo, which failed."), "{}", one.out);
    assert_eq!(one.err, "");
}

#[test]
fn without_a_failing_test_there_is_no_ranking_until_one_is_labelled() {
    let scratch = scratch("green");
    let mut green = suite();
    green.tests.remove(0);
    scratch.record("1-a", &green);
    let done = talk(&scratch, &["-m", "tfd"], "p\nf\nq\n").ok();
    assert!(done.starts_with("Given no test. Offering 4 candidates by tfd.\nThere is no ranking"), "{done}");
    let value = summary(&scratch, &["-m", "tfd"], "p\nf\n");
    assert_eq!(value["answers"][0]["standing"], json!({ "suspects": 0, "tied": 0, "top": [] }));
    assert!(value["answers"][1]["standing"]["suspects"].as_u64().unwrap() > 0);
    assert!(talk(&scratch, &[], "p\n").error(1).contains("no recorded test failed"));
}

#[test]
fn answers_are_kept_and_gone_on_from() {
    let scratch = scratch("kept");
    let keep = ["--answers", "a.jsonl"];
    let first = summary(&scratch, &keep, "p\nu\nf\n");
    assert_eq!((&first["kept"], answers(&first).len()), (&json!("a.jsonl"), 1));
    let lines = |scratch: &Scratch| -> Vec<Value> {
        let text = fs::read_to_string(scratch.path("a.jsonl")).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let kept = lines(&scratch);
    assert_eq!(kept[0]["version"], 1);
    assert_eq!((&kept[0]["metric"], &kept[0]["given"][0]), (&json!("belief"), &first["given"][0]["id"]));
    let of: Vec<&str> = kept[1..].iter().map(|line| line["answer"].as_str().unwrap()).collect();
    assert_eq!(of, ["passed", "undo", "failed"]);
    let second = summary(&scratch, &keep, "p\ns\n");
    let at_once = summary(&scratch, &[], "f\np\ns\n");
    assert_eq!(second["answers"], at_once["answers"]);
    assert_eq!(lines(&scratch)[..4], kept, "what was there stays");
    // An earlier answer can also be undone.
    let undone = summary(&scratch, &keep, "u\nu\nu\n");
    assert_eq!(answers(&undone).len(), 0);
    assert_eq!(summary(&scratch, &keep, "")["answers"], undone["answers"]);
    let shown = talk(&scratch, &keep, "p\nq\n").ok();
    assert!(
        shown.ends_with("The answers are in a.jsonl; the same command continues from there.\n"),
        "{shown}"
    );
    let shown = talk(&scratch, &keep, "").ok();
    assert!(shown.contains("Continuing from 1 test labelled, 1 passed and 0 failed."), "{shown}");
}

#[test]
fn replaying_a_file_equals_answering_live_for_every_metric() {
    let scratch = scratch("replay");
    for (at, metric) in metrics().enumerate() {
        let file = format!("{at}.jsonl");
        let arguments = ["-m", metric, "--answers", &file];
        let live = summary(&scratch, &arguments, "f\nu\ns\np\nu\nf\np\n");
        assert_eq!(summary(&scratch, &arguments, ""), live, "{metric}");
    }
}

/// Waits until the file has this many lines.
fn wait_for_lines(scratch: &Scratch, lines: usize) {
    let deadline = Instant::now() + Duration::from_mins(1);
    let count = || fs::read_to_string(scratch.path("a.jsonl")).map_or(0, |text| text.lines().count());
    while count() < lines {
        assert!(Instant::now() < deadline, "{} lines", count());
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_killed_conversation_loses_no_answer_and_only_one_has_the_file() {
    let scratch = scratch("killed");
    let mut child = start(&scratch, &["--answers", "a.jsonl"]);
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"f\np\n").unwrap();
    wait_for_lines(&scratch, 3);
    let error = talk(&scratch, &["--answers", "a.jsonl"], "p\n").error(1);
    assert!(error.contains("a.jsonl is in use by another"), "{error}");
    child.kill().unwrap();
    child.wait().unwrap();
    let value = summary(&scratch, &["--answers", "a.jsonl"], "s\n");
    assert_eq!(value["answers"], summary(&scratch, &[], "f\np\ns\n")["answers"]);
}

#[test]
fn a_file_cut_anywhere_goes_on_with_the_answers_written_before() {
    let scratch = scratch("torn");
    let keep = ["--answers", "a.jsonl"];
    summary(&scratch, &keep, "f\np\n");
    let whole = fs::read(scratch.path("a.jsonl")).unwrap();
    let ends: Vec<usize> =
        whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
    let cuts = [0, 5, ends[0] - 1, ends[0], ends[0] + 9, ends[1] - 2, ends[1] - 1, ends[1], whole.len() - 2];
    for cut in cuts {
        fs::write(scratch.path("a.jsonl"), &whole[..cut]).unwrap();
        let done = talk(&scratch, &[&["--json"], &keep[..]].concat(), "");
        let value: Value = serde_json::from_str(&done.out).unwrap();
        // A line is complete at its closing bracket.
        let complete = ends[1..].iter().filter(|end| cut + 1 >= **end).count();
        assert_eq!(answers(&value).len(), complete, "cut at {cut}");
        let is_torn = cut > 0 && !ends.iter().any(|end| cut == *end || cut + 1 == *end);
        assert_eq!(value["notes"].as_array().unwrap().len(), usize::from(is_torn), "cut at {cut}");
        assert_eq!(done.err.contains("was not written to its end and is left out"), is_torn, "{}", done.err);
        // The next entry starts a new line.
        summary(&scratch, &keep, &"f\np\n"[2 * complete..]);
        assert_eq!(fs::read(scratch.path("a.jsonl")).unwrap(), whole, "cut at {cut}");
    }
}

#[test]
fn answers_about_something_else_are_refused_and_left_alone() {
    let scratch = scratch("foreign");
    let keep = ["--answers", "a.jsonl"];
    summary(&scratch, &keep, "f\np\n");
    let whole = fs::read(scratch.path("a.jsonl")).unwrap();
    let refused = |arguments: &[&str]| talk(&scratch, &[&keep, arguments].concat(), "p\n").error(1);

    assert!(refused(&["-m", "tfd"]).contains("are about the metric belief; see --metric"));
    assert!(refused(&["-m", "eap:q=0.2"]).contains("are about the metric belief"));
    assert!(refused(&["--given", "suite"]).contains("are about other failing tests"));
    let mut changed = suite();
    changed.tests[1] = test(1, "passes", Outcome::Passed, &[(0, &[2])]);
    scratch.record("1-a", &changed);
    assert!(refused(&[]).contains("are about tests or coverage other than these recordings'"));
    scratch.record("1-a", &suite());
    let other_pool = talk_with(&scratch, &["select", "-i"], &keep, "p\n").error(1);
    assert!(other_pool.contains("are about tests or coverage other"), "{other_pool}");
    assert_eq!(fs::read(scratch.path("a.jsonl")).unwrap(), whole);

    let text = String::from_utf8(whole).unwrap();
    let with = |text: &str, says: &str| {
        scratch.file("a.jsonl", text);
        let error = refused(&[]);
        assert!(error.contains(says), "{error}");
        assert_eq!(fs::read_to_string(scratch.path("a.jsonl")).unwrap(), text, "left alone");
    };
    with(&text.replace("\"version\":1", "\"version\":2"), "a.jsonl:1: this is version 2 of files of answers");
    with("<project/>", "a.jsonl:1: this is not a file of answers");
    with("<project>\n</project>\n", "a.jsonl:1: this is not a file of answers");
    with(&text.replace("\"failed\"", "\"maybe\""), "a.jsonl:2: the line is damaged");
    with(
        &text.replace("{\"answer\":\"failed\"", "{\"answer\":\"undo\"}\n{\"answer\":\"failed\""),
        "a.jsonl:2: there is no answer to take back",
    );
    let line = text.lines().nth(1).unwrap();
    with(&format!("{text}{line}\n"), "a.jsonl:4: the test is no candidate, or has an answer already");
    with(&text.replace("runsCD", "runsCZ"), "a.jsonl:2: there is no such test in that row");
    fs::remove_file(scratch.path("a.jsonl")).unwrap();
    fs::create_dir(scratch.path("a.jsonl")).unwrap();
    assert!(refused(&[]).contains("answers cannot be kept in a.jsonl: this is a folder, not a file"));
}

#[test]
fn labels_are_written_as_a_recording_for_ranking() {
    let scratch = scratch("out");
    let shown = talk(&scratch, &["--out", "labelled.flt"], "f\np\ns\n").ok();
    assert!(shown.ends_with("Wrote labelled.flt; next: faultline rank labelled.flt\n"), "{shown}");
    let ranked: Value =
        serde_json::from_str(&scratch.run(&["rank", "labelled.flt", "--json", "-r", "ochiai"]).ok()).unwrap();
    let groups = ranked["groups"].as_array().unwrap();
    let failing: usize = groups.iter().map(|group| group["failing"].as_array().unwrap().len()).sum();
    assert_eq!(failing, 2, "the recorded one and the labelled one");
    // Passed: `passes` and runsA. Skipped: runsCD, runsC, which was not offered, and the aborted test.
    assert_eq!(ranked["tests"], json!({ "passed": 2, "failed": 2, "aborted": 0, "skipped": 3 }));
    let value = summary(&scratch, &["--out", "labelled.flt"], "f\n");
    assert_eq!(value["out"], "labelled.flt");
    assert!(talk(&scratch, &["--out", "labelled.txt"], "").error(2).contains("end it in .flt"));
}

#[test]
fn options_that_need_a_conversation_are_refused_without_one() {
    let scratch = scratch("misuse");
    for arguments in [&["--answers", "a.jsonl"][..], &["--out", "o.flt"], &["-i", "-n", "3"], &["-s", "."]] {
        assert_eq!(scratch.run(&[&["select"], arguments].concat()).code, Some(2), "{arguments:?}");
    }
    assert!(talk(&scratch, &["-s", "nowhere"], "").error(2).contains("nowhere is not a folder"));
}

/// Beside the recording: variants of `fails`, one labelled as passing and two unlabelled.
fn with_variants(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    let suite = suite();
    scratch.record("1-a", &suite);
    let failing = &suite.tests[0];
    let row = |sequence: u32, lines: &[u32]| {
        let mut row = test(sequence, &format!("fails_faultline_{sequence}"), Outcome::Passed, &[(0, lines)]);
        row.class.clone_from(&failing.class);
        row
    };
    let mut rows = recording(vec![foo()], vec![row(0, &[0, 3]), row(1, &[0, 1]), row(2, &[2])]);
    rows.origin.started_ns = 9;
    let unlabelled = |n: u32, ended: &str| Unlabelled {
        test: failing.unique_id.clone(),
        class: failing.class.clone(),
        method: format!("fails_faultline_{n}"),
        kind: Kind::Tried,
        ended: ended.into(),
        edits: format!("`{n}` for `7`"),
        lines: "12".into(),
        hash: 1,
        inputs: None,
    };
    let folder = OwnedFolder::take(&scratch.path(".faultline/amplified"), KIND).unwrap();
    write_recording(&folder.file("0000.flt").unwrap(), &rows);
    let labelled = unlabelled(0, "").labelled(Label::Passes, By::Exception);
    kept::write(&folder, &[labelled]).unwrap();
    let open = [unlabelled(1, "assertion 1: expected:<1> but was:<-1>"), unlabelled(2, "ends by a.E")];
    unlabelled::write(&folder, &open).unwrap();
    scratch
}

#[test]
fn variants_that_nothing_labels_are_shown_with_their_edits_and_what_is_said_of_them_counts() {
    let scratch = with_variants("variants");
    let ask = |typed: &str| {
        let mut command = scratch.faultline(&["select", "--interactive", "--variants", "-r", "ochiai"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
        Done::of(&child.wait_with_output().unwrap())
    };
    let said = ask("f\n").ok();
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Given 2 tests, 1 failed. Offering 2 candidates"), "{said}");
    assert!(
        words.contains(
            "the failing test with this edit: `1` for `7` (line 12); assertion 1: expected:<1> but was:<-1>; is that \
             right?"
        ),
        "{said}"
    );
    assert!(words.contains("1 variant labelled; next: faultline rank"), "{said}");
    let table = fs::read_to_string(scratch.path(".faultline/amplified/variants.tsv")).unwrap();
    let labels: Vec<&str> = table.lines().skip(1).map(|line| line.split('\t').nth(3).unwrap()).collect();
    assert_eq!(labels, ["passes", "fails"], "{table}");
    assert!(table.contains("\tfails\tperson\t1\t"), "{table}");
    let ranked: Value = serde_json::from_str(&scratch.run(&["rank", "--json"]).ok()).unwrap();
    let amplified = &ranked["groups"][0]["amplified"];
    assert_eq!((&amplified["passing"], &amplified["failing"]), (&json!(1), &json!(1)));
    // Labelled variants are not offered again, and count from the start.
    let said = ask("p\n").ok();
    assert!(said.contains("Given 3 tests, 2 failed. Offering 1 candidate"), "{said}");
    let error = ask("").error(1);
    assert!(
        error.contains("nothing is left to ask about: 3 variants of failing tests are labelled"),
        "{error}"
    );
    fs::remove_dir_all(scratch.path(".faultline/amplified")).unwrap();
    let error = ask("").error(1);
    assert!(error.contains("grow some first: faultline amplify"), "{error}");
}
