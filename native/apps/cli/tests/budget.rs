//! `faultline budget` on synthetic repositories.

use crate::support;

use std::fs;

use crate::repository::Commits;
use crate::schema::violations;
use faultline_spectrum::{Outcome, Recording};
use serde_json::{Value, json};
use support::Scratch;
use unicode_width::UnicodeWidthStr;

/// A repository with `count` classes, a test, and files without testable code. Class n was changed n times
/// and has n lines more than the two of class 0.
fn classes(count: usize) -> Scratch {
    let scratch = Scratch::new("classes");
    let content = |n: usize, lines: usize| format!("package org.x;\nclass C{n} {{}}\n{}", "\n".repeat(lines));
    let mut commits = Commits::default().commit(1_000, "a@b", "Begin");
    for n in 0..count {
        commits = commits.file(&format!("core/src/main/java/org/x/C{n}.java"), &content(n, 0));
    }
    commits = commits
        .file("core/src/main/java/org/x/package-info.java", "package org.x;\n")
        .file("core/src/test/java/org/x/C1Test.java", "package org.x;\n")
        .file("core/build.sh", "true\n");
    for step in 1..count {
        commits = commits.commit(1_000 + i64::try_from(step).unwrap(), "a@b", "Go on");
        for n in step..count {
            commits = commits.file(&format!("core/src/main/java/org/x/C{n}.java"), &content(n, step));
        }
    }
    commits.import(&scratch.0);
    scratch
}

fn budget(scratch: &Scratch, arguments: &[&str]) -> Value {
    let out = scratch.run(&[&["budget", "--json"], arguments].concat()).ok();
    let value: Value = serde_json::from_str(&out).unwrap();
    let schema =
        serde_json::from_str(include_str!("../../../../docs/json-schema/budget.schema.json")).unwrap();
    let found = violations(&schema, &value);
    assert!(found.is_empty(), "{found:#?}\n{out}");
    value
}

/// Asserts misuse; clap's own messages have several lines.
fn assert_misuse(scratch: &Scratch, arguments: &[&str]) {
    let done = scratch.run(arguments);
    assert_eq!((done.code, &done.out[..]), (Some(2), ""), "{done:?}");
}

fn column<'v>(value: &'v Value, name: &str) -> Vec<&'v Value> {
    value["classes"].as_array().unwrap().iter().map(|class| &class[name]).collect()
}

fn seconds(value: &Value) -> Vec<i64> {
    column(value, "seconds").into_iter().map(|seconds| seconds.as_i64().unwrap()).collect()
}

#[test]
fn the_total_is_shared_by_rank() {
    let scratch = classes(10);
    let value = budget(&scratch, &["--total", "150s"]);
    assert_eq!(seconds(&value), [67, 20, 16, 16, 16, 3, 3, 3, 3, 3]);
    assert_eq!((&value["handed_out"], &value["min"]), (&json!(150), &json!(3)));
    // C9 was changed most often, including by the last commit.
    assert_eq!(value["classes"][0]["class"], "org.x.C9");
    assert_eq!(value["classes"][0]["path"], "core/src/main/java/org/x/C9.java");
    assert_eq!(value["classes"][9]["class"], "org.x.C0");
    let size = budget(&scratch, &["--total", "150s", "--predictor", "size"]);
    let lines: Vec<_> = column(&size, "score").into_iter().map(|score| score.as_f64().unwrap()).collect();
    assert_eq!((lines[0].to_bits(), lines[9].to_bits()), (11.0_f64.to_bits(), 2.0_f64.to_bits()));
    assert_eq!((&size["commits"], seconds(&size)[0]), (&Value::Null, 67));
}

#[test]
fn predictors_rank_by_code_changes_or_both() {
    let scratch = Scratch::new("predictors");
    let code = |statements: usize| format!("class C {{ void m() {{\n{}}} }}\n", "a();\n".repeat(statements));
    // `Large` is large and unchanged; `Busy` is small and often changed; `Both` is of medium size and changed
    // once by a fix.
    let mut commits = Commits::default().commit(1_000, "a@b", "Begin");
    commits = commits.file("Large.java", &code(40)).file("Busy.java", &code(2)).file("Both.java", &code(30));
    for step in 0..3 {
        commits = commits.commit(2_000 + step, "a@b", "Go on").file("Busy.java", &code(3 + step as usize));
    }
    commits.commit(3_000, "a@b", "Fix it").file("Both.java", &code(31)).import(&scratch.0);
    let ranked = |arguments: &[&str]| -> Vec<String> {
        let value = budget(&scratch, &[&["--total", "90s"], arguments].concat());
        column(&value, "class").into_iter().map(|class| class.as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ranked(&[]), ["Both", "Large", "Busy"]);
    assert_eq!(ranked(&["--predictor", "combined"]), ["Both", "Large", "Busy"]);
    assert_eq!(ranked(&["--predictor", "size"]), ["Large", "Both", "Busy"]);
    assert_eq!(ranked(&["--predictor", "churn"]), ["Busy", "Both", "Large"]);
    assert_eq!(ranked(&["--predictor", "schwa"]), ["Both", "Busy", "Large"]);
}

/// Tests of C0 and of a class inside C1; the last test has the given outcome. It alone runs the first line of
/// C0, shares the second with the other test, and no test runs the third.
fn recorded(last: Outcome) -> Recording {
    let of_c0 =
        support::class(0, "org.x.C0", &[("m", "()V"), ("n", "()V")], &[(0, 1), (0, 2), (1, 2), (1, 3)]);
    let of_c1 = support::class(1, "org.x.C1$In", &[("m", "()V")], &[(0, 7)]);
    let tests = vec![
        support::test(0, "first", Outcome::Passed, &[(0, &[1]), (1, &[0])]),
        support::test(1, "last", last, &[(0, &[0, 2])]),
        support::test(2, "aborted", Outcome::Aborted, &[(0, &[3])]),
    ];
    support::recording(vec![of_c0, of_c1], tests)
}

/// Scores by class.
fn scores(value: &Value) -> std::collections::BTreeMap<String, f64> {
    let of = |class: &Value| (class["class"].as_str().unwrap().to_owned(), class["score"].as_f64().unwrap());
    value["classes"].as_array().unwrap().iter().map(of).collect()
}

fn assert_close(left: f64, right: f64) {
    assert!((left - right).abs() <= 1e-12 * right.abs(), "{left} {right}");
}

#[test]
fn a_class_in_which_the_failing_test_ran_suspicious_lines_comes_first() {
    let scratch = classes(4);
    scratch.record("1", &recorded(Outcome::Failed));
    let alone = budget(&scratch, &["--total", "60s"]);
    let heard = budget(&scratch, &["--total", "60s", ".faultline"]);
    assert_eq!((&alone["tests"], &heard["tests"]), (&Value::Null, &json!({"failing": 1, "passing": 1})));
    // By Ochiai, line 1 has the score 1. Line 2, which is in two methods, has 1 / sqrt(2), because both tests
    // ran it.
    let suspicion = 1.0 + 0.5_f64.sqrt();
    let first = &heard["classes"][0];
    assert_eq!((&first["class"], &first["covered"]), (&json!("org.x.C0"), &Value::Null));
    assert_close(first["suspicion"].as_f64().unwrap(), suspicion);
    let (alone, heard) = (scores(&alone), scores(&heard));
    assert_close(heard["org.x.C0"], alone["org.x.C0"] * (1.0 + 100.0 * suspicion));
    for class in ["org.x.C1", "org.x.C2", "org.x.C3"] {
        assert_eq!(heard[class].to_bits(), alone[class].to_bits(), "{class}");
    }
    let page = scratch.run(&["budget", "--total", "60s", ".faultline"]).ok();
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(page.contains(", and by what 1 failing test ran beside 1 passing one"), "{page}");
}

#[test]
fn what_passing_tests_ran_counts_half_where_none_failed() {
    let scratch = classes(4);
    scratch.record("1", &recorded(Outcome::Passed));
    let alone = scores(&budget(&scratch, &["--total", "60s"]));
    let value = budget(&scratch, &["--total", "60s", ".faultline/1.flt"]);
    assert_eq!(value["tests"], json!({"failing": 0, "passing": 2}));
    let heard = scores(&value);
    // Tests ran two of the three lines of C0 and the line of the class inside C1; the other classes were not
    // recorded.
    for (class, weight) in [("C0", 1.0 - 1.0 / 3.0), ("C1", 0.5), ("C2", 1.0), ("C3", 1.0)] {
        let class = format!("org.x.{class}");
        assert_close(heard[&class], alone[&class] * weight);
    }
    let of = |name: &str| {
        let classes = value["classes"].as_array().unwrap();
        classes.iter().find(|class| class["class"] == name).unwrap()["covered"].clone()
    };
    assert_close(of("org.x.C0").as_f64().unwrap(), 2.0 / 3.0);
    assert_eq!((of("org.x.C1"), of("org.x.C2")), (json!(1.0), Value::Null));
}

#[test]
fn one_of_several_failing_tests_may_be_meant() {
    let scratch = classes(2);
    let mut recording = recorded(Outcome::Failed);
    recording.tests.push(support::test(3, "other", Outcome::Failed, &[(1, &[0])]));
    scratch.record("1", &recording);
    let first = |arguments: &[&str]| {
        let value = budget(&scratch, &[&["--total", "60s", ".faultline"], arguments].concat());
        (value["tests"]["failing"].clone(), value["classes"][0]["class"].clone())
    };
    assert_eq!(first(&["--failing", "FooTest#last"]), (json!(1), json!("org.x.C0")));
    assert_eq!(first(&["--failing", "FooTest#other"]), (json!(1), json!("org.x.C1")));
    assert_eq!(first(&[]).0, json!(2));
    let run = ["budget", "--total", "60s", ".faultline", "--failing", "FooTest#first"];
    assert_eq!(scratch.run(&run).error(1), "faultline: the test 'FooTest#first' did not fail (it passed)");
}

#[test]
fn recordings_that_tell_nothing_are_refused() {
    let scratch = classes(2);
    let error = scratch.run(&["budget", "--total", "60s", "nowhere"]).error(1);
    assert!(error.contains("nowhere"), "{error}");
    scratch.record("1", &support::one_failure());
    let error = scratch.run(&["budget", "--total", "60s", ".faultline"]).error(1);
    assert!(error.contains("none of the 2 classes to share the time among is in the recordings"), "{error}");
    let by_size = ["budget", "--total", "60s", ".faultline", "--predictor", "size"];
    let error = scratch.run(&by_size).error(2);
    assert!(error.contains("recordings change nothing for --predictor size"), "{error}");
    assert_misuse(&scratch, &["budget", "--total", "60s", ".faultline", "--compat"]);
    assert_misuse(&scratch, &["budget", "--total", "60s", "--failing", "FooTest#last"]);
}

#[test]
fn one_class_gets_everything_and_none_is_said() {
    for count in [1, 2, 3, 4, 7] {
        let value = budget(&classes(count), &["--total", "1h"]);
        assert_eq!(seconds(&value).iter().sum::<i64>(), 3_600, "{count}");
        assert_eq!(value["count"], count);
    }
    let none = classes(0);
    assert_eq!(
        none.run(&["budget", "--total", "1h"]).error(1),
        "faultline: there are no classes to share the time: HEAD has no .java file outside src/test"
    );
    let elsewhere = classes(1).run(&["budget", "--total", "1h", "--source", "docs"]).error(1);
    assert!(elsewhere.contains("no .java file below docs"), "{elsewhere}");
}

#[test]
fn classes_without_a_history_come_last() {
    // The published program fails if a class was not changed in the commits it reads.
    let scratch = classes(6);
    for by in [&["--predictor", "schwa"][..], &["--compat"], &["--predictor", "churn"]] {
        let value = budget(&scratch, &[&["--total", "90s", "--commits", "2"], by].concat());
        let risks: Vec<_> =
            column(&value, "score").into_iter().map(|score| score.as_f64().unwrap()).collect();
        assert!(risks[0] > 0.0 && risks[3].abs() < 1e-300, "{risks:?}");
        assert!(seconds(&value)[0] > seconds(&value)[5]);
    }
}

#[test]
fn the_published_program_is_followed_where_asked() {
    let scratch = classes(9);
    // With package-info there are ten classes. Fractions of seconds are lost, and a second group as large as
    // the first is dropped.
    let value = budget(&scratch, &["--total", "150s", "--compat"]);
    assert_eq!((&value["count"], &value["min"]), (&json!(10), &Value::Null));
    assert_eq!(seconds(&value)[5..], [3; 5]);
    let taken = budget(&scratch, &["--total", "150s", "--compat", "--prediction", "10s"]);
    assert_eq!(seconds(&taken)[5..], [2; 5], "a second each is the prediction's");
    assert_misuse(&scratch, &["budget", "--total", "150s", "--compat", "--min", "1s"]);
}

#[test]
fn the_time_of_the_prediction_is_taken_off_where_asked() {
    let scratch = classes(4);
    let of = |arguments: &[&str]| budget(&scratch, &[&["--total", "60s"], arguments].concat());
    let sum = |value: &Value| seconds(value).iter().sum::<i64>();
    let given = of(&["--prediction", "20s"]);
    assert_eq!((sum(&given), &given["total"], &given["prediction"]), (40, &json!(40), &json!(20)));
    assert_eq!(seconds(&given), seconds(&budget(&scratch, &["--total", "40s"])));
    let measured = of(&["--prediction", "measured"]);
    let took = measured["prediction"].as_i64().unwrap();
    assert!((1..60).contains(&took) && sum(&measured) == 60 - took, "{measured:#}");
    assert_eq!(of(&[])["prediction"], Value::Null);
    let shard = ["budget", "--total", "60s", "--prediction", "measured", "--shard", "1/2"];
    assert!(scratch.run(&shard).error(2).contains("differs from machine to machine"));
    let nothing = scratch.run(&["budget", "--total", "60s", "--prediction", "60s"]).error(1);
    assert!(nothing.contains("4 classes at 3 s each need 12 s"), "{nothing}");
}

#[test]
fn too_little_time_is_refused_with_what_is_needed() {
    let scratch = classes(10);
    assert_eq!(
        scratch.run(&["budget", "--total", "1m", "--min", "10s"]).error(1),
        "faultline: 10 classes at 10 s each need 1 min 40 s, and --total is 1 min; raise it or lower --min"
    );
    assert_eq!(seconds(&budget(&scratch, &["--total", "100s", "--min", "10s"])), [10; 10]);
    assert_misuse(&scratch, &["budget", "--total", "soon"]);
}

#[test]
fn numbers_that_would_change_nothing_or_be_changed_are_refused() {
    let scratch = classes(4);
    let cases: [(&[&str], &str); 7] = [
        (&["--predictor", "size", "--level", "class"], "--level class changes nothing for --predictor size"),
        (
            &["--predictor", "churn", "--level", "class"],
            "--level class changes nothing for --predictor churn",
        ),
        (&["--tier-total", "0.01"], "its share of the total, 0.01, is at least that of the classes, 0.5"),
        (&["--tier", "0.95"], "its share of the total, 0.9, is at least that of the classes, 0.95"),
        (&["--tier", "1.0", "--tier-total", "0.5"], "--tier-total has no effect with --tier 1"),
        (&["--curve=1,x,0,0.0"], "'x' is no number"),
        (&["--predictor", "schwa", "--weights", "1,foo,2,3"], "'foo' is no number"),
    ];
    for (arguments, sentence) in cases {
        let done = scratch.run(&[&["budget", "--total", "60s"], arguments].concat());
        assert_eq!(done.code, Some(2), "{arguments:?}: {done:?}");
        assert!(done.err.contains(sentence) && done.out.is_empty(), "{arguments:?}: {done:?}");
    }
    let equal = |total: &str| seconds(&budget(&scratch, &["--total", total, "--strategy", "equal"]));
    assert_eq!((equal("60s"), equal("62s")), (vec![15; 4], vec![16, 16, 15, 15]));
    let four = scratch.run(&["budget", "--total", "60s", "--curve", "1,0,0,0"]);
    assert!(four.err.contains("three numbers are needed"), "{four:?}");
}

#[test]
fn pages_fit_their_width_and_say_how_seconds_come_about() {
    let scratch = classes(10);
    for width in [60, 80, 100] {
        let shown =
            scratch.run(&["budget", "--total", "150s", "--steps", "--width", &width.to_string()]).ok();
        for line in shown.lines() {
            assert!(line.width() <= width, "{} > {width}: {line}", line.width());
        }
        assert!(shown.lines().any(|line| line.contains("C9") && line.contains("67")), "{shown}");
    }
    let shown = scratch.run(&["budget", "--total", "150s", "--steps"]).ok();
    let unwrapped: Vec<&str> = shown.split_whitespace().collect();
    assert!(unwrapped.join(" ").contains("Each of tier 2 gets 3 s, the larger of"), "{shown}");
    let first = shown.lines().find(|line| line.trim_start().starts_with("1  ")).unwrap();
    assert!(first.contains("0.8527       67      67 s  ████████████████████████"), "{shown}");
    let text = scratch.run(&["budget", "--total", "150s", "--csv", "--top", "2"]).ok();
    assert!(text.starts_with("rank,class,path,score,"), "{text}");
    assert_eq!(text.lines().count(), 3);
}

#[test]
fn the_picture_has_a_bar_per_class_within_its_frame() {
    for count in [1, 3, 40] {
        let scratch = classes(count);
        scratch.run(&["budget", "--total", "1h", "--svg", "budget.svg"]).ok();
        let svg = fs::read_to_string(scratch.path("budget.svg")).unwrap();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let bars: Vec<_> = document.descendants().filter(|node| node.has_tag_name("rect")).collect();
        assert_eq!(bars.len(), count);
        for bar in bars {
            let of = |name: &str| bar.attribute(name).unwrap().parse::<f64>().unwrap();
            assert!(of("x") >= 64.0 && of("x") + of("width") <= 660.1, "{svg}");
            assert!(of("y") >= 55.9 && (of("y") + of("height") - 336.0).abs() < 0.11, "{svg}");
        }
        assert!(svg.contains("1. org.x.C") && !svg.contains("NaN"), "{svg}");
    }
    let error = classes(1).run(&["budget", "--total", "1h", "--svg", "no/such/folder.svg"]).error(1);
    assert!(error.contains("cannot be written"), "{error}");
}
