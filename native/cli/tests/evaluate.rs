//! `faultline evaluate` on faults made up here.
#![allow(clippy::unwrap_used, reason = "these are tests")]

#[path = "support/schema.rs"]
mod schema;
mod support;

use schema::violations;
use serde_json::Value;
use support::Scratch;

/// Three methods, f of two lines; t0 fails and covers all, t1 and t2 pass on some.
fn fault(scratch: &Scratch, folder: &str, faulty: &str) {
    scratch
        .file(&format!("{folder}/elements.tsv"), "a.B\tf()V\t1\na.B\tf()V\t2\na.B\tg()V\t3\na.B\th()V\t4\n");
    scratch.file(
        &format!("{folder}/tests.tsv"),
        "a.T::t0\tfailed\t0 1 2 3\na.T::t1\tpassed\t2 3\na.T::t2\tpassed\t0 1 3\n",
    );
    scratch.file(&format!("{folder}/faulty-methods.tsv"), faulty);
}

fn faults() -> Scratch {
    let scratch = Scratch::new("evaluate");
    fault(&scratch, "data/P/P-1", "a.B$f<>\n");
    fault(&scratch, "data/P/P-2", "a.B$g<>\n");
    fault(&scratch, "data/Q/Q-1", "a.B$h<>\na.B$f<>\n");
    fault(&scratch, "data/Q/Q-2", "");
    scratch
}

fn json(scratch: &Scratch, arguments: &[&str]) -> Value {
    let done = scratch.run(&[&["evaluate", "--spectra", "data", "--json"], arguments].concat());
    assert_eq!(done.code, Some(0), "{}", done.err);
    let value: Value = serde_json::from_str(&done.out).unwrap();
    let schema =
        serde_json::from_str(include_str!("../../../docs/json-schema/evaluate.schema.json")).unwrap();
    let found = violations(&schema, &value);
    assert!(found.is_empty(), "{found:?}");
    value
}

fn close(value: &Value, expected: f64) {
    let value = value.as_f64().unwrap();
    assert!((value - expected).abs() < 1e-12, "{value} is not {expected}");
}

#[test]
fn means_are_those_computed_by_hand() {
    let found = json(&faults(), &["--metric", "eap", "--tests", "1"]);
    assert_eq!((&found["faults"], &found["tests"]), (&Value::from(3), &Value::from(1)));
    assert_eq!(found["left_out"][0]["fault"], "Q-2");
    let project = &found["projects"][0];
    assert_eq!((&project["name"], &project["faults"]), (&Value::from("P"), &Value::from(2)));
    // t0 alone ties all three methods; of f, g, h, the first test clears g and h.
    let eap = &project["columns"][0];
    assert_eq!((&eap["choice"], &eap["ranking"]), (&Value::from("eap"), &Value::from("Ochiai")));
    close(&eap["after"][0]["ap"], 1.0 / 3.0);
    close(&eap["after"][0]["ap-average"], 1.0 / 2.0);
    close(&eap["after"][0]["acc@3"], 2.0);
    close(&eap["after"][0]["expense-max"], 1.0);
    close(&eap["after"][1]["acc@1"], 1.0);
    close(&eap["after"][1]["ap"], f64::midpoint(1.0, 1.0 / 3.0));
    // With both tests, f and g tie before h.
    let whole = &project["columns"][1];
    assert_eq!(whole["choice"], "whole suite");
    close(&whole["after"][0]["ap"], 0.5);
    // In Q, f and h are faulty: places 2 and 3 of three, (1/2 + 2/3) / 2.
    close(&found["projects"][1]["columns"][1]["after"][0]["ap"], 7.0 / 12.0);
    assert_eq!(found["projects"][2]["name"], Value::Null);
    close(&found["projects"][2]["columns"][1]["after"][0]["wef"], 1.0);
}

#[test]
fn columns_are_compared_in_pairs() {
    let found =
        json(&faults(), &["-m", "eap", "-m", "tfd", "--oracle", "--ranking", "ochiai,wong2", "--clone"]);
    let columns = found["projects"][0]["columns"].as_array().unwrap();
    assert_eq!(columns.len(), 4 * 4, "four rankings; eap, tfd, oracle and whole suite");
    let rankings: Vec<&str> = columns.iter().step_by(4).map(|c| c["ranking"].as_str().unwrap()).collect();
    assert_eq!(rankings, ["Ochiai", "Ochiai+clone", "Wong2", "Wong2+clone"]);
    let comparisons = found["comparisons"].as_array().unwrap();
    assert_eq!(comparisons.len(), 16 * 15 / 2);
    for compared in comparisons {
        assert!((0.0..=1.0).contains(&compared["p"].as_f64().unwrap()), "{compared}");
        assert!((0.0..=1.0).contains(&compared["a12"].as_f64().unwrap()), "{compared}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let scratch = faults();
    let run = |threads| json(&scratch, &["-m", "eap", "-m", "fdg", "--oracle", "--threads", threads]);
    assert_eq!(run("1"), run("4"));
}

#[test]
fn figures_of_every_fault_are_json_lines() {
    let scratch = faults();
    json(&scratch, &["-m", "eap", "-n", "2", "--per-fault", "faults.jsonl"]);
    let text = std::fs::read_to_string(scratch.path("faults.jsonl")).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3 * (3 + 1), "three faults; 0, 1, 2 tests and the whole suite");
    assert_eq!((&lines[1]["fault"], &lines[1]["tests"]), (&Value::from("P-1"), &Value::from(1)));
    close(&lines[1]["ap"], 1.0);
    assert_eq!((&lines[3]["choice"], &lines[3]["tests"]), (&Value::from("whole suite"), &Value::Null));
}

#[test]
fn tables_have_a_row_per_number_of_tests_and_fit_the_width() {
    let scratch = faults();
    for width in ["100", "140"] {
        let done = scratch.run(&["evaluate", "--spectra", "data", "-m", "eap", "-n", "2", "--width", width]);
        assert_eq!(done.code, Some(0), "{}", done.err);
        let width: usize = width.parse().unwrap();
        assert!(done.out.lines().all(|line| line.chars().count() <= width), "{}", done.out);
        assert!(
            done.out.starts_with("1 fault left out: Q-2 (no method is known to be faulty)\n"),
            "{}",
            done.out
        );
        for title in ["P: 2 faults, ranked by Ochiai", "All: 3 faults, ranked by Ochiai", "Compared over all"]
        {
            assert!(done.out.contains(title), "{}", done.out);
        }
    }
}

#[test]
fn csv_has_a_row_per_project_column_and_number_of_tests() {
    let done = faults().run(&["evaluate", "--spectra", "data", "-m", "eap:q=0.2,s=0.2", "-n", "1", "--csv"]);
    let lines: Vec<&str> = done.out.lines().collect();
    assert_eq!(lines.len(), 1 + 3 * (2 + 1), "P, Q and all; two numbers of tests and the whole suite");
    assert!(lines[0].starts_with("project,faults,ranking,choice,tests,acc@1,"), "{}", lines[0]);
    assert!(lines[1].starts_with("P,2,Ochiai,\"eap:q=0.2,s=0.2\",0,"), "{}", lines[1]);
    assert!(lines[9].starts_with("all,3,Ochiai,whole suite,,"), "{}", lines[9]);
}

#[test]
fn what_cannot_be_is_said_in_a_sentence() {
    let scratch = faults();
    scratch.file("none/readme.txt", "");
    fault(&scratch, "twice/a/P/P-1", "a.B$f<>\n");
    fault(&scratch, "twice/b/P/P-1", "a.B$f<>\n");
    let cases: [(&[&str], i32, &str); 6] = [
        (&["data", "-m", "eapp"], 2, "no metric is called 'eapp'; did you mean eap"),
        (&["data", "-r", "ochai"], 2, "no ranking is called 'ochai'; did you mean Ochiai"),
        (&["data", "--measure", "best"], 2, "no measure is called 'best'; there are acc@1"),
        (&["none"], 1, "none holds no fault"),
        (&["twice"], 1, "the fault P-1 is in "),
        (&["gone"], 1, "gone: "),
    ];
    for (arguments, code, message) in cases {
        let done = scratch.run(&[&["evaluate", "--spectra"], arguments].concat());
        assert_eq!(done.code, Some(code), "{}", done.err);
        assert!(done.err.starts_with(&format!("faultline: {message}")), "{}", done.err);
    }
}
