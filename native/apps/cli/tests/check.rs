//! `faultline check`: rules that are kept and rules that are violated.

use crate::schema::violations;
use crate::support::{Scratch, one_failure, two_causes};
use serde_json::{Value, json};

/// Tests run 3, 6, 6 and 2 of 7 lines; two pairs of lines always run together. The DDU is 0.56.
fn recorded(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    scratch.record("1-a", &one_failure());
    scratch
}

fn read(text: &str) -> Value {
    let value: Value = serde_json::from_str(text).unwrap();
    let schema =
        serde_json::from_str(include_str!("../../../../docs/json-schema/check.schema.json")).unwrap();
    let found = violations(&schema, &value);
    assert!(found.is_empty(), "{found:#?}\n{text}");
    value
}

#[test]
fn rules_that_are_kept_are_told_in_one_line() {
    let scratch = recorded("kept");
    assert_eq!(scratch.run(&["check", "ddu>=0.5"]).ok(), "ddu>=0.5 is kept\n");
    let rules =
        ["check", "ddu at least 0.5", ".faultline", "failed<=1", "covered>=1", "suspects>0", "tests<5"];
    assert_eq!(scratch.run(&rules).ok(), "all 5 rules hold\n");
}

#[test]
fn each_rule_that_is_not_kept_is_a_sentence_and_the_exit_code_is_4() {
    let scratch = recorded("breaches");
    let done = scratch.run(&["check", "ddu>=0.6", "failed<1", "tests>=1", "class:elements at most 0"]);
    assert_eq!((done.code, done.err.as_str()), (Some(4), ""), "{done:?}");
    let lines: Vec<&str> = done.out.lines().collect();
    assert_eq!(
        lines[..2],
        [
            "ddu>=0.6 is violated: ddu of the suite is 0.5612",
            "failed<1 is violated: failed of the suite is 1",
        ]
    );
    assert!(lines[2].starts_with("class:elements<=0 is violated by "), "{}", lines[2]);
    assert_eq!(lines.len(), 3);
}

#[test]
fn a_rule_that_compares_with_earlier_runs_is_refused_without_a_baseline() {
    let scratch = recorded("no-baseline");
    for rule in ["new-failed<=0", "flaky<=3"] {
        let said = scratch.run(&["check", "tests>=1", rule]).error(1);
        let expected =
            format!("the rule {rule} cannot be checked: there is no baseline of this run beside the");
        assert!(said.contains(&expected), "{said}");
        let of_class = format!("class:{rule}");
        assert!(scratch.run(&["check", &of_class]).error(2).contains("which only a suite as a whole has"));
    }
    scratch.file(".faultline/baseline.flb", "no baseline");
    let said = scratch.run(&["check", "flaky<=3"]).error(1);
    assert!(said.contains("is not a baseline of faultline"), "{said}");
}

#[test]
fn a_rule_measures_what_suite_measures() {
    let scratch = recorded("same");
    let suite: Value = serde_json::from_str(&scratch.run(&["suite", "--json"]).ok()).unwrap();
    for measure in [
        "tests",
        "elements",
        "rho",
        "density",
        "diversity",
        "uniqueness",
        "ddu",
        "entbug",
        "entbug_published",
        "tfd",
        "alone",
        "largest",
    ] {
        for (rule, part) in [
            (format!("{measure}<-1"), &suite["suite"]),
            (format!("class:{measure}<-1"), &suite["classes"][0]),
        ] {
            let value = read(&scratch.run(&["check", "--json", &rule]).out);
            let breaches = value["rules"][0]["breaches"].as_array().unwrap();
            let found = breaches.iter().any(|breach| breach["value"].as_f64() == part[measure].as_f64());
            assert!(found, "{rule}: {value}");
        }
    }
    let value = read(
        &scratch.run(&["check", "--json", "aborted<0", "skipped<0", "passed<0", "idle<0", "covered<0"]).out,
    );
    let values: Vec<&Value> =
        value["rules"].as_array().unwrap().iter().map(|rule| &rule["breaches"][0]["value"]).collect();
    assert_eq!(values, [&json!(0.0), &json!(1.0), &json!(3.0), &json!(0.0), &json!(1.0)]);
}

#[test]
fn suspects_are_the_methods_that_rank_puts_first_in_the_group_where_they_are_most() {
    for (name, recording) in [("one", one_failure()), ("two", two_causes())] {
        let scratch = Scratch::new(name);
        scratch.record("1-a", &recording);
        let ranked: Value =
            serde_json::from_str(&scratch.run(&["rank", "--json", "--top", "0"]).ok()).unwrap();
        let first = |group: &Value| {
            group["suspects"].as_array().unwrap().iter().filter(|suspect| suspect["rank_min"] == 1).count()
        };
        let most = ranked["groups"].as_array().unwrap().iter().map(first).max().unwrap();
        assert!(most > 0);
        scratch.run(&["check", &format!("suspects<={most}"), &format!("suspects>={most}")]).ok();
    }
    let scratch = Scratch::new("green");
    let mut green = one_failure();
    green.tests.remove(2);
    scratch.record("1-a", &green);
    scratch.run(&["check", "suspects<=0"]).ok();
}

#[test]
fn a_pattern_that_nothing_fits_is_a_note() {
    let scratch = recorded("pattern");
    let done = scratch.run(&["check", "class:org.nowhere.*:ddu>=0.5"]);
    assert_eq!(done.code, Some(0));
    assert!(
        done.err.contains("applies to nothing: no class with lines matches org.nowhere.*"),
        "{}",
        done.err
    );
    let done = scratch.run(&["check", "--json", "class:*Parser:elements<=0"]);
    let value = read(&done.out);
    assert_eq!((done.code, &value["rules"][0]["asked"]), (Some(4), &json!(1)), "{value}");
    assert_eq!((&value["kept"], &value["rules"][0]["pattern"]), (&json!(false), &json!("*Parser")));
}

#[test]
fn json_goes_into_a_file_beside_the_sentences() {
    let scratch = recorded("file");
    let rules = ["check", "ddu>=0.6", "class:ddu>=0"];
    let done = scratch.run(&[&rules[..], &["--json-file", "reports/new/check.json"]].concat());
    assert!(done.code == Some(4) && done.out.starts_with("ddu>=0.6 is violated"), "{done:?}");
    let text = std::fs::read_to_string(scratch.path("reports/new/check.json")).unwrap();
    assert_eq!(text, scratch.run(&[&rules[..], &["--json"]].concat()).out);
    assert_eq!(read(&text)["rules"][0]["sentence"], "ddu>=0.6 is violated: ddu of the suite is 0.5612");
    let error = scratch.run(&["check", "ddu>=0", "--json-file", ".faultline/1-a.flt/x.json"]).error(1);
    assert!(error.contains("x.json cannot be written"), "{error}");
}

#[test]
fn what_is_no_rule_and_no_recording_is_said_in_a_sentence() {
    let scratch = recorded("errors");
    for (arguments, code, said) in [
        (&[".faultline"][..], 2, "there is no rule to check"),
        (&["ddu"], 2, "'ddu' has no comparison"),
        (&["ddu=0.1"], 2, "'ddu=0.1' has no comparison"),
        (&["unqueness>=0.1"], 2, "did you mean uniqueness?"),
        (&["ddu>=much"], 2, "'much' in the rule"),
        (&["module:ddu>=1"], 2, "neither `class` nor `package`"),
        (&["package:suspects<=1"], 2, "which only a suite as a whole has"),
        (&["ddu>=0.1", "nowhere"], 1, "nowhere"),
    ] {
        let error = scratch.run(&[&["check"], arguments].concat()).error(code);
        assert!(error.contains(said), "{error}");
    }
    let empty = Scratch::new("empty");
    empty.run(&["check", "ddu>=0.1"]).error(1);
}
