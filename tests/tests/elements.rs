//! Outcomes of conditions and calls, recorded by the real agent.

use faultline_tests::{Dist, Fixture, maven, run};
use serde_json::Value;

/// Records the project with these elements; two of its tests fail.
fn recorded(elements: &str, name: &str) -> Fixture {
    let fixture = Fixture::copy_as("elements", env!("CARGO_TARGET_TMPDIR"), name);
    let mut build = Dist::find().command(&["run", "--elements", elements, "--", "mvn", "-B", "-ntp", "test"]);
    maven(&mut build, &fixture.folder).expect_code(1);
    fixture
}

/// Suspicious lines, by Ochiai.
fn suspects(fixture: &Fixture, options: &[&str]) -> Vec<Value> {
    let mut rank = Dist::find().command(&["rank", "--json", "--level", "line", "-r", "ochiai"]);
    let ranked = run(rank.args(options), &fixture.folder);
    ranked.expect_code(0);
    let report: Value = serde_json::from_str(&ranked.stdout).expect("a report in JSON");
    assert_eq!(report["elements"], if options.is_empty() { Value::Null } else { true.into() });
    report["groups"][0]["suspects"].as_array().expect("suspects").clone()
}

/// The suspect at a line: its score and outcome.
#[track_caller]
fn of_line(suspects: &[Value], line: u32) -> (f64, Option<&str>) {
    let suspect = suspects.iter().find(|suspect| suspect["line"] == line).expect("the line is a suspect");
    (suspect["score"].as_f64().expect("a score"), suspect["outcome"]["says"].as_str())
}

/// Of four tests that run the same lines two fail; only the result of the call at line 8, 0, separates them: `(8, 0)`.
/// Source: Artzi et al., Directed Test Generation for Effective Fault Localization, ISSTA 2010, figures 3 to 7.
#[test]
fn the_papers_return_value_scores_1_where_lines_score_0_71() {
    let fixture = recorded("lines,branches,returns", "elements");
    let lines = suspects(&fixture, &[]);
    for line in [6, 8, 9, 10, 14] {
        let (score, outcome) = of_line(&lines, line);
        assert!((score - 0.5_f64.sqrt()).abs() < 1e-12 && outcome.is_none(), "{lines:#?}");
    }
    let told = suspects(&fixture, &["--elements"]);
    let (score, outcome) = of_line(&told, 8);
    assert!((score - 1.0).abs() < 1e-12, "{told:#?}");
    assert_eq!(outcome, Some("line 8: `indexOf` returned 0 in 2 failing tests and 0 passing"));
    assert_eq!(of_line(&told, 14).1, Some("line 14: `charAt` threw in 2 failing tests and 0 passing"));
    // Line 6 has no condition.
    let (score, outcome) = of_line(&told, 6);
    assert!((score - 0.5_f64.sqrt()).abs() < 1e-12 && outcome.is_none(), "{told:#?}");
}

#[test]
fn where_only_lines_were_recorded_rank_says_how_to_record_more() {
    let fixture = recorded("lines", "elements-lines");
    let mut rank = Dist::find().command(&["rank", "--elements"]);
    let ranked = run(&mut rank, &fixture.folder);
    ranked.expect_code(1);
    assert!(ranked.stderr.contains("faultline run --elements branches,returns"), "{}", ranked.stderr);
}
