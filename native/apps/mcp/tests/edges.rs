//! Recordings that lack something or are very large.

use std::fs;

use faultline_spectrum::{Outcome, Recording};
use serde_json::json;

use crate::support::{Client, class, folder, small, test};

#[test]
fn the_first_suspect_is_named_with_its_counts_and_its_source() {
    let folder = folder(Some(&small()));
    let sources = folder.path().join("src/main/java/org/example");
    fs::create_dir_all(&sources).unwrap();
    let text: Vec<String> = (1..=30).map(|line| format!("\tline {line};")).collect();
    fs::write(sources.join("Foo.java"), text.join("\n")).unwrap();
    let mut client = Client::of(folder.path());
    let result = client.call("suspects", &json!({}));
    assert!(result["summary"].as_str().unwrap().starts_with("Most likely Foo.second, line 2"), "{result:#}");
    let first = &result["suspects"][0];
    assert_eq!(first["method"], "Foo.second(int)");
    assert_eq!(first["file"], "src/main/java/org/example/Foo.java");
    assert_eq!([&first["ef"], &first["ep"], &first["nf"], &first["np"]], [1, 0, 0, 2]);
    assert_eq!(first["code"], format!("    line {};", first["line"]));
    assert_eq!(result["groups"][0]["failing"], json!(["org.example.FooTest#fails"]));

    let explained = client.call("explain", &json!({ "method": "Foo.second" }));
    let group = &explained["groups"][0];
    assert_eq!([&group["ef"], &group["ep"], &group["nf"], &group["np"]], [1, 0, 0, 2]);
    assert!(!group["factors"].as_array().unwrap().is_empty());
    assert_eq!(explained["ran_by"], json!({ "passed": 1, "failed": 1, "aborted": 0, "skipped": 0 }));
    let line = |line: u32| {
        let lines = explained["source"].as_array().unwrap();
        lines.iter().find(|of| of["line"] == line).cloned().unwrap_or_default()
    };
    assert_eq!(line(20), json!({ "line": 20, "code": "    line 20;", "failing": 1, "passing": 1 }));
    assert_eq!(line(21), json!({ "line": 21, "code": "    line 21;", "failing": 1, "passing": 0 }));
    assert_eq!(line(19), json!({ "line": 19, "code": "    line 19;" }), "the head has no code");

    let covering = client.call("covering_tests", &json!({ "target": "org/example/Foo.java:20" }));
    let tests: Vec<_> = covering["tests"].as_array().unwrap().iter().map(|test| &test["test"]).collect();
    assert_eq!(tests, ["org.example.FooTest#fails", "org.example.FooTest#passes"]);
    let passed = client.call("covering_tests", &json!({ "target": "Foo:20", "outcome": "passed" }));
    assert_eq!(passed["tests"].as_array().unwrap().len(), 1);
    let none = client.call("covering_tests", &json!({ "target": "Foo.java:22", "outcome": "passed" }));
    assert_eq!(none["page"], json!({ "offset": 0, "returned": 0, "total": 0 }));

    let diff = client.call("diff_tests", &json!({ "test": "FooTest#fails" }));
    assert_eq!(diff["other"]["test"], "org.example.FooTest#passes");
    assert_eq!([&diff["both"], &diff["only_test"], &diff["only_other"]], [3, 2, 1]);
    let second = &diff["places"][1];
    assert_eq!(second["part_after"], 20);
    assert_eq!(second["lines"][0], json!({ "line": 21, "only": "test", "code": "    line 21;" }));
    let named = client.call("diff_tests", &json!({ "test": "FooTest#fails", "other": "FooTest#other" }));
    assert_eq!(named["other"]["test"], "org.example.FooTest#other");

    let chosen = client.call("select_tests", &json!({}));
    assert_eq!(chosen["candidates"], 2);
    assert_eq!(chosen["given"], json!(["org.example.FooTest#fails"]));
    let suite = client.call("suite", &json!({}));
    assert_eq!((&suite["suite"]["lines"], &suite["suite"]["covered"]), (&json!(6), &json!(6)));
    let advice = suite["groups"][0]["advice"].as_str().unwrap();
    assert!(advice.starts_with("To split: "), "{advice}");
}

#[test]
fn without_sources_the_places_are_still_named() {
    let folder = folder(Some(&small()));
    let mut client = Client::of(folder.path());
    let suspect = client.call("suspects", &json!({}))["suspects"][0].clone();
    assert_eq!(suspect["file"], "org/example/Foo.java");
    assert!(suspect["code"].is_null() && suspect["line"].is_number(), "{suspect:#}");
    let explained = client.call("explain", &json!({ "method": "Foo.second(int)" }));
    assert_eq!(
        (&explained["source"], &explained["source_doubt"]),
        (&json!([]), &json!("the source file was not found"))
    );
    let diff = client.call("diff_tests", &json!({ "test": "FooTest#fails" }));
    assert_eq!(diff["places"][1]["lines"][0], json!({ "line": 21, "only": "test" }));
}

#[test]
fn without_failures_suspects_says_so_and_the_rest_answers() {
    let mut recording = small();
    recording.tests.remove(0);
    let folder = folder(Some(&recording));
    let mut client = Client::of(folder.path());
    let result = client.call("suspects", &json!({}));
    let summary = result["summary"].as_str().unwrap();
    assert!(
        summary.starts_with("none of the 2 tests in") && summary.contains("nothing is suspicious"),
        "{summary}"
    );
    assert_eq!((&result["groups_total"], &result["suspects"]), (&json!(0), &json!([])));
    let error = client.error("explain", &json!({ "method": "Foo.first" }));
    assert!(error.starts_with("none of the 2 tests in"), "{error}");
    assert_eq!(client.call("covering_tests", &json!({ "target": "Foo.first" }))["ran_by"]["passed"], 2);
    assert_eq!(client.call("diff_tests", &json!({ "test": "FooTest#passes" }))["both"], 2);
    let error = client.error("select_tests", &json!({}));
    assert!(error.contains("no recorded test failed; these metrics do without"), "{error}");
    assert_eq!(client.call("select_tests", &json!({ "metric": "ddu" }))["candidates"], 2);
    assert_eq!(client.call("suite", &json!({}))["suite"]["tests"], 2);
}

#[test]
fn without_tests_every_tool_says_so() {
    let recording = Recording { classes: vec![class()], sealed: true, ..Recording::default() };
    let folder = folder(Some(&recording));
    let mut client = Client::of(folder.path());
    let summary = client.call("suspects", &json!({}))["summary"].as_str().unwrap().to_owned();
    assert!(summary.starts_with("none of the 0 tests in"), "{summary}");
    let covering = client.call("covering_tests", &json!({ "target": "Foo.first" }));
    assert_eq!(covering["summary"], "0 of 0 tests ran Foo.first (0 failed, 0 passed)");
    for (tool, arguments) in [
        ("explain", json!({ "method": "Foo.first" })),
        ("diff_tests", json!({ "test": "FooTest#fails" })),
        ("select_tests", json!({})),
        ("suite", json!({})),
    ] {
        let error = client.error(tool, &arguments);
        assert!(error.contains("test"), "{tool}: {error}");
    }
}

/// Ten thousand failing tests with long names, in three groups, and one that passes.
fn crowd(name: &str) -> Recording {
    let mut tests: Vec<_> =
        (0..10_000).map(|at| test(at, &format!("{name}{at}"), Outcome::Failed, &[0, 1, 3, 4, 5])).collect();
    tests.push(test(10_000, "passes", Outcome::Passed, &[0, 1, 2, 3]));
    Recording { classes: vec![class()], tests, sealed: true, ..Recording::default() }
}

#[test]
fn ten_thousand_failing_tests_fit_into_every_result() {
    // A parameterised test's name may contain text of any length, in any script.
    let folder = folder(Some(&crowd(&"ж\u{1}\"".repeat(300))));
    let mut client = Client::of(folder.path());
    let suspects = client.call("suspects", &json!({ "limit": 50 }));
    assert_eq!((&suspects["tests"]["failed"], &suspects["groups_total"]), (&json!(10_000), &json!(3)));
    assert!(suspects["groups"][0]["failing_total"].as_u64().unwrap() > 3_000, "{suspects:#}");
    assert_eq!(client.call("suspects", &json!({ "group": 3 }))["groups"].as_array().unwrap().len(), 1);
    let explained = client.call("explain", &json!({ "method": "Foo.second" }));
    assert_eq!(explained["ran_by"]["failed"], 10_000);
    let covering = client.call("covering_tests", &json!({ "target": "Foo.second", "limit": 50 }));
    let page = &covering["page"];
    assert_eq!(page["total"], 10_001);
    assert_eq!(page["returned"], page["next_offset"], "what did not fit is on the next page");
    let name = "id passes";
    client.call("diff_tests", &json!({ "test": name, "other": name, "limit": 50 }));
    let chosen = client.call("select_tests", &json!({ "limit": 50, "given": "all-failing" }));
    assert_eq!(chosen["given_total"], 10_000);
    client.call("suite", &json!({ "limit": 50 }));
}
