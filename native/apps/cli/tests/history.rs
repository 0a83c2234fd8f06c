//! `faultline history` on synthetic repositories.

use crate::repository::Commits;
use crate::schema::violations;
use crate::support::Scratch;
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

const DAY: i64 = 86_400;

/// Three days: `Hot` changes on each and is fixed on the last; `Cold` changes only on the first.
fn three_days() -> Scratch {
    let scratch = Scratch::new("three days");
    let class = |name: &str, body: &str| format!("package org.x;\nclass {name} {{\n{body}}}\n");
    Commits::default()
        .commit(DAY, "ann@x", "Begin")
        .file("src/main/java/org/x/Warm.java", &class("Warm", "  int a() { return 1; }\n  int b;\n"))
        .file("src/main/java/org/x/Cold.java", &class("Cold", ""))
        .file("src/test/java/org/x/WarmTest.java", &class("WarmTest", ""))
        .file("notes.txt", "no source\n")
        .commit(2 * DAY, "bob@x", "Call it Hot")
        .renamed("src/main/java/org/x/Warm.java", "src/main/java/org/x/Hot.java")
        .commit(3 * DAY, "ann@x", "Fix Hot")
        .file("src/main/java/org/x/Hot.java", &class("Hot", "  int a() { return 2; }\n  int b;\n"))
        .import(&scratch.0);
    scratch
}

fn history(scratch: &Scratch, arguments: &[&str]) -> Value {
    let out = scratch.run(&[&["history", "--json"], arguments].concat()).ok();
    let value: Value = serde_json::from_str(&out).unwrap();
    let schema =
        serde_json::from_str(include_str!("../../../../docs/json-schema/history.schema.json")).unwrap();
    let found = violations(&schema, &value);
    assert!(found.is_empty(), "{found:#?}\n{out}");
    value
}

fn assert_near(actual: &Value, expected: f64) {
    let actual = actual.as_f64().unwrap();
    assert!((actual - expected).abs() < 1e-6, "{actual} is not {expected}");
}

#[test]
fn scores_are_those_worked_out_by_hand() {
    let value = history(&three_days(), &[]);
    let files = value["files"].as_array().unwrap();
    assert_eq!((files.len(), &value["scored"], &value["commits"]), (2, &json!(2), &json!(3)));
    let hot = &files[0];
    assert_eq!((&hot["rank"], &hot["path"]), (&json!(1), &json!("src/main/java/org/x/Hot.java")));
    assert_eq!((&hot["revisions"], &hot["fixes"], &hot["authors"]), (&json!(3), &json!(1), &json!(2)));
    assert_eq!((&hot["changes"], &hot["last_change"]), (&json!([DAY, 2 * DAY, 3 * DAY]), &json!(3 * DAY)));
    // Weights at the beginning, the middle and the end.
    let [first, second, third] = [0.000_335_350, 0.119_202_922, 0.982_013_790];
    let risk = 0.25 * (first + second + third) + 0.5 * third + 0.25 * (first + second);
    assert_near(&hot["risk"], risk);
    assert_near(&hot["probability"], 1.0 - (-risk).exp());
    assert_near(&hot["weighted"]["fixes"], third);
    assert_eq!((&files[1]["revisions"], &files[1]["rank"]), (&json!(1), &json!(2)));
}

#[test]
fn only_the_newest_commits_are_read_where_asked() {
    let value = history(&three_days(), &["--commits", "1"]);
    assert_eq!((&value["commits"], &value["files"][0]["revisions"]), (&json!(1), &json!(1)));
    // Files without a change are included by default, but not in the published program.
    assert_eq!((&value["scored"], &value["files"][1]["last_change"]), (&json!(2), &Value::Null));
    let compat = history(&three_days(), &["--commits", "1", "--compat"]);
    assert_eq!((&compat["scored"], &compat["compat"]), (&json!(1), &json!(true)));
    assert_eq!(history(&three_days(), &["--commits", "0"])["commits"], 3);
    assert_eq!(history(&three_days(), &["--rev", "HEAD~1"])["commits"], 2);
}

#[test]
fn classes_and_methods_have_scores_of_their_own() {
    let scratch = three_days();
    let methods = history(&scratch, &["--level", "method"]);
    assert_eq!((&methods["level"], &methods["files"][0]["name"]), (&json!("method"), &json!("Hot.a()")));
    let classes = history(&scratch, &["--level", "class"]);
    assert_eq!((&classes["scored"], &classes["files"][0]["name"]), (&json!(2), &json!("Hot")));
}

#[test]
fn what_adds_up_to_a_score_is_said_change_by_change() {
    let scratch = three_days();
    for name in ["Hot", "org.x.Hot", "src/main/java/org/x/Hot.java", "x/Hot.java"] {
        let shown = scratch.run(&["history", "--explain", name]).ok();
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[0], "src/main/java/org/x/Hot.java");
        assert_eq!(lines[1], "risk 0.7963, defect 0.5490 = 1 - exp(-risk)");
        assert_eq!(lines[2], "  0.2754 = 0.25 x 1.1016, the weights of 3 revisions");
        assert_eq!(lines[3], "  0.4910 = 0.5 x 0.9820, the weights of 1 fixing revision");
        assert_eq!(lines[4], "  0.0299 = 0.25 x 0.1195, the weights of 2 new authors");
        let rows: Vec<Vec<&str>> = lines[7..].iter().map(|line| line.split_whitespace().collect()).collect();
        let [newest, middle, oldest] = &rows[..] else { panic!("{shown}") };
        assert_eq!((newest[0], &newest[2..]), ("1970-01-04", &["0.9820", "0.7365", "fix", "ann@x"][..]));
        assert_eq!((middle[0], &middle[2..]), ("1970-01-03", &["0.1192", "0.0596", "new", "bob@x"][..]));
        assert_eq!((oldest[0], &oldest[2..]), ("1970-01-02", &["0.0003", "0.0002", "new", "ann@x"][..]));
    }
    let error = scratch.run(&["history", "--explain", "ot"]).error(1);
    assert_eq!(error, "faultline: no entry is called 'ot'; faultline history --top 0 lists the names");
    let error = scratch.run(&["history", "--explain", "java"]).error(1);
    assert!(error.contains("'java' is ambiguous: it matches 2"), "{error}");
}

#[test]
fn the_table_shows_changes_over_time_and_fits_its_width() {
    let scratch = three_days();
    let shown = scratch.run(&["history"]).ok();
    assert!(shown.starts_with("2 files, 3 commits from 1970-01-02 to 1970-01-04\n"), "{shown}");
    let hot = shown.lines().nth(3).unwrap();
    assert!(hot.contains("1970-01-04  █     █    █  src/main/java/org/x/Hot.java"), "{shown}");
    for width in [40, 60, 80, 100] {
        for line in scratch.run(&["history", "--width", &width.to_string()]).ok().lines() {
            assert!(line.width() <= width, "{} > {width}: {line}", line.width());
        }
    }
    let top = scratch.run(&["history", "--top", "1"]).ok();
    assert!(top.ends_with("… 1 more of 2 files; --top 0 shows all\n"), "{top}");
}

#[test]
fn rows_of_values_hold_what_the_json_does() {
    let scratch = three_days();
    let text = scratch.run(&["history", "--csv"]).ok();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((rows.len(), rows[0][3]), (3, "risk"));
    let hot = &history(&scratch, &[])["files"][0];
    assert_eq!(rows[1][3].parse::<f64>().unwrap().to_bits(), hot["risk"].as_f64().unwrap().to_bits());
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
}

#[test]
fn nothing_is_written_as_zero_without_a_sign() {
    let scratch = three_days();
    for form in ["--json", "--csv", "--width=100"] {
        let shown = scratch.run(&["history", "--commits", "1", form]).ok();
        assert!(shown.contains("Cold") && !shown.contains("-0.0") && !shown.contains(",-0"), "{shown}");
    }
}

#[test]
fn weights_that_are_no_numbers_are_refused() {
    let scratch = three_days();
    for (weights, sentence) in [("1,foo,2,3", "'foo' is no number"), ("1,,2", "'' is no number")] {
        let done = scratch.run(&["history", "--weights", weights]);
        assert!(done.code == Some(2) && done.err.contains(sentence), "{done:?}");
    }
}

#[test]
fn what_is_no_history_is_said_in_one_sentence() {
    let empty = Scratch::new("no commit");
    Commits::default().import(&empty.0);
    assert!(empty.run(&["history"]).error(1).contains("has no commits yet"));
    let error = three_days().run(&["history", "--rev", "v9"]).error(1);
    assert_eq!(error, "faultline: 'v9' is not a commit of this repository");
}

#[test]
fn a_cache_changes_nothing_but_the_time() {
    let scratch = three_days();
    let plain = scratch.run(&["history", "--json"]).ok();
    for _ in 0..2 {
        assert_eq!(scratch.run(&["history", "--json", "--cache", "kept/changes"]).ok(), plain);
    }
    assert!(scratch.path("kept/changes").is_file());
}
