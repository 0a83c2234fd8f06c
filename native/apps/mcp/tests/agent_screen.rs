//! The first screen for agents: what it shows, and that every answer keeps to its budget of lines.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use faultline_spectrum::{Frame, Outcome, Recording};
use serde_json::json;

use crate::support::{Client, class, folder, small, test};

/// A recording that starts now and whose failing test names a line of its own source.
fn recording() -> Recording {
    let mut recording = small();
    recording.origin.started_ns =
        u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos()).unwrap();
    let failure = recording.tests[0].failure.as_mut().unwrap();
    failure.exception = String::from("org.opentest4j.AssertionFailedError");
    failure.frames.push(Frame {
        class: "org.example.FooTest".to_owned(),
        method: "fails".to_owned(),
        line: 8,
    });
    recording
}

fn write(folder: &Path, file: &str, text: &str) {
    let file = folder.join(file);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
}

/// Writes a source file that is older than the recording.
fn source(folder: &Path, file: &str, text: &str) {
    write(folder, file, text);
    let minute_ago = SystemTime::now() - Duration::from_mins(1);
    File::options().write(true).open(folder.join(file)).unwrap().set_modified(minute_ago).unwrap();
}

fn lines(prefix: &str, count: u32) -> String {
    (1..=count).map(|line| format!("{prefix} {line};")).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_test_its_message_and_the_suspects_code_are_in_the_first_answer() {
    let folder = folder(Some(&recording()));
    source(folder.path(), "src/main/java/org/example/Foo.java", &lines("\tcode", 30));
    source(folder.path(), "src/test/java/org/example/FooTest.java", &lines("  test", 12));
    let report = r#"<testsuite name="org.example.FooTest"><testcase name="fails" classname="org.example.FooTest">
        <failure message="sum ==&gt; expected: &lt;8&gt; but was: &lt;7&gt;" type="org.opentest4j.AssertionFailedError"/>
        </testcase></testsuite>"#;
    write(folder.path(), "target/surefire-reports/TEST-org.example.FooTest.xml", report);
    let mut client = Client::of(folder.path());
    let screen = client.call("suspects", &json!({}))["screen"].as_str().unwrap().to_owned();
    let (head, suspects) = screen.split_once("suspect 1: ").unwrap();
    assert_eq!(
        head,
        "org.example.FooTest#fails failed\n  org.opentest4j.AssertionFailedError\n  message: sum\n  expected: 8\n  \
         actual: 7\nfailed at src/test/java/org/example/FooTest.java:8\n      6   test 6;\n      7   test 7;\n>     8   \
         test 8;\n      9   test 9;\n     10   test 10;\n"
    );
    let mut suspects = suspects.lines();
    let first = suspects.next().unwrap();
    assert!(first.contains("% Foo.second src/main/java/org/example/Foo.java:2"), "{first}");
    let code: Vec<&str> = suspects.take_while(|line| line.starts_with([' ', '>'])).collect();
    let numbers: Vec<&str> = code.iter().map(|line| line[2..7].trim()).collect();
    assert_eq!(numbers, ["19", "20", "21", "22"], "the method and the line above it: {code:?}");
    assert_eq!(code.iter().filter(|line| line.starts_with('>')).count(), 1, "{code:?}");
    assert!(code.iter().all(|line| line.contains("     code ")), "{code:?}");

    let least = client.call("suspects", &json!({ "budget_lines": 10, "limit": 1 }));
    let least = least["screen"].as_str().unwrap();
    assert!(
        least.contains("suspect 1: ") && least.contains("\n> "),
        "the test, a suspect, its line: {least}"
    );
    assert!(!least.contains("failed at"), "{least}");
}

#[test]
fn without_sources_and_reports_the_screen_names_what_is_known() {
    let folder = folder(Some(&small()));
    let result = Client::of(folder.path()).call("suspects", &json!({}));
    let screen = result["screen"].as_str().unwrap();
    let start = "org.example.FooTest#fails failed\n  java.lang.IllegalStateException\nsuspect 1: ";
    assert!(screen.starts_with(start), "{screen}");
    assert!(screen.contains("\n  the source file was not found\n"), "{screen}");
    assert!(screen.ends_with("that its nearest passing neighbour did not"), "{screen}");
}

#[test]
fn other_groups_stand_below_by_their_numbers() {
    let mut recording = small();
    let mut other = test(3, "alsoFails", Outcome::Failed, &[0, 3, 4]);
    other.failure.as_mut().unwrap().exception = String::from("java.lang.Error");
    recording.tests.push(other);
    let folder = folder(Some(&recording));
    let mut client = Client::of(folder.path());
    let names = |client: &mut Client, group: u32| {
        let result = client.call("suspects", &json!({ "group": group }));
        let screen = result["screen"].as_str().unwrap().to_owned();
        let also = screen.lines().filter(|line| line.starts_with("also failed")).map(str::to_owned).collect();
        (screen.lines().next().unwrap().to_owned(), also)
    };
    let (first, also): (_, Vec<String>) = names(&mut client, 1);
    let (second, behind) = names(&mut client, 2);
    assert_ne!(first, second);
    assert_eq!(also.len(), 1);
    assert!(also[0].starts_with("also failed, group 2 of 1 test, "), "{also:?}");
    assert!(also[0].contains(second.trim_end_matches(" failed")), "{also:?} {second}");
    assert!(behind.is_empty(), "group 1 stands before the one that was asked for");
}

#[test]
fn every_answer_keeps_to_its_budget() {
    let mut recording = Recording { classes: vec![class()], sealed: true, ..Recording::default() };
    recording.tests = (0..300)
        .map(|at| {
            let outcome = if at % 3 == 0 { Outcome::Failed } else { Outcome::Passed };
            test(at, &format!("test{at}"), outcome, &[at % 3, 3, 4 + at % 2])
        })
        .collect();
    let folder = folder(Some(&recording));
    source(folder.path(), "src/main/java/org/example/Foo.java", &lines("code", 30));
    let mut client = Client::of(folder.path());
    // `call` holds each answer against its budget.
    for budget in [10, 11, 25, 60, 400] {
        for (tool, arguments) in [
            ("suspects", json!({})),
            ("suspects", json!({ "level": "line", "limit": 50 })),
            ("explain", json!({ "method": "Foo.second" })),
            ("covering_tests", json!({ "target": "Foo.java:20", "limit": 50 })),
            ("diff_tests", json!({ "test": "FooTest#test0" })),
            ("select_tests", json!({ "limit": 50 })),
            ("suite", json!({ "list": "groups", "limit": 50 })),
        ] {
            let mut arguments = arguments;
            arguments["budget_lines"] = json!(budget);
            client.call(tool, &arguments);
        }
    }
    let explained = client.call("explain", &json!({ "method": "Foo.second", "budget_lines": 10 }));
    let marked = &explained["groups"][0]["line"];
    let source = explained["source"].as_array().unwrap();
    assert!(source.iter().any(|line| line["line"] == *marked), "the suspicious line is kept: {explained:#}");
    let error = client.error("suite", &json!({ "budget_lines": 3 }));
    assert_eq!(error, "budget_lines is 3; it goes from 10 to 400, and 60 is usual");
}
