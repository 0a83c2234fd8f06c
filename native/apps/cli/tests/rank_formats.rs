//! `faultline rank --format`: formats of other programs, validated against official schemas if there are any.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::support::{Scratch, class, one_failure, recording, test, thrown, two_causes};
use faultline_spectrum::{Outcome, Recording};
use serde_json::{Value, json};

fn format(scratch: &Scratch, format: &str, more: &[&str]) -> String {
    let mut command = scratch.faultline(&[&["rank", "--format", format], more].concat());
    let output = command.env_remove("GITHUB_STEP_SUMMARY").output().unwrap();
    crate::support::Done::of(&output).ok()
}

/// The official schema of SARIF 2.1.0, taken from the sources of the crate `serde-sarif`.
fn sarif_schema() -> Value {
    let version = Command::new("rustc").arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let mut command = Command::new(env!("CARGO"));
    command.args([
        "metadata",
        "--format-version",
        "1",
        "--offline",
        "--filter-platform",
        host,
        "--manifest-path",
    ]);
    let output = command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).output().unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == "serde-sarif").unwrap();
    let manifest = PathBuf::from(package["manifest_path"].as_str().unwrap());
    let text = fs::read_to_string(manifest.with_file_name("src").join("schema.json")).unwrap();
    let mut schema: Value = serde_json::from_str(&text).unwrap();
    // Its pattern of languages has an extra bracket, which strict validators reject; no log here has a
    // language.
    for of in ["run", "toolComponent"] {
        let language = schema.pointer_mut(&format!("/definitions/{of}/properties/language")).unwrap();
        language.as_object_mut().unwrap().remove("pattern").unwrap();
    }
    schema
}

#[track_caller]
fn sarif(scratch: &Scratch, more: &[&str]) -> Value {
    let text = format(scratch, "sarif", more);
    let log: Value = serde_json::from_str(&text).unwrap();
    let schema = sarif_schema();
    assert!(schema["title"].as_str().unwrap().contains("(SARIF) Version 2.1.0"), "{}", schema["title"]);
    let validator = jsonschema::validator_for(&schema).unwrap();
    let wrong: Vec<String> = validator.iter_errors(&log).map(|error| error.to_string()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}\n{text}");
    assert!(
        validator.validate(&json!({ "version": "2.1.0", "runs": [{}] })).is_err(),
        "it refuses what is wrong"
    );
    // Types generated from the schema must also accept it.
    let _: serde_sarif::sarif::Sarif = serde_json::from_str(&text).unwrap();
    log
}

/// A project with the parser's source, in which `shift` lines precede all others.
fn with_source(name: &str, shift: u32) -> Scratch {
    let scratch = Scratch::new(name);
    let mut recording = one_failure();
    for class in &mut recording.classes {
        class.slots.iter_mut().for_each(|slot| slot.1 += shift);
    }
    let failure = recording.tests[2].failure.as_mut().unwrap();
    failure.frames[0].line += shift.cast_signed();
    scratch.record("1-a", &recording);
    let line = |at: u32| format!("  line({});", i64::from(at) - i64::from(shift));
    let text = (1..=40).map(line).collect::<Vec<_>>().join("\n");
    scratch.file("src/main/java/org/example/text/Parser.java", &text);
    scratch
}

#[test]
fn sarif_follows_its_schema_and_says_where_and_why() {
    let scratch = with_source("sarif", 0);
    for level in ["method", "line", "class"] {
        let log = sarif(&scratch, &["--level", level, "--top", "0"]);
        let results = log["runs"][0]["results"].as_array().unwrap();
        assert!(results.len() >= 2, "{level}");
        let first = &results[0];
        let place = &first["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "src/main/java/org/example/text/Parser.java");
        assert_eq!((&place["region"]["startLine"], &first["rank"]), (&json!(12), &json!(100.0)), "{level}");
        assert_eq!(place["region"]["snippet"]["text"], "line(12);");
        assert_eq!((&first["level"], &results.last().unwrap()["level"]), (&json!("warning"), &json!("note")));
    }
    let log = sarif(&scratch, &[]);
    let first = &log["runs"][0]["results"][0];
    let says = first["message"]["text"].as_str().unwrap();
    assert!(
        says.contains("Suspect 1 for org.example.FooTest#parsesTwo: Parser.parse. Most likely"),
        "{says}"
    );
    assert_eq!(
        first["locations"][0]["logicalLocations"][0]["fullyQualifiedName"],
        "org.example.text.Parser.parse(Ljava/lang/String;I)V"
    );
    let flow = &first["codeFlows"][0]["threadFlows"][0]["locations"];
    assert_eq!(flow[0]["location"]["message"]["text"], "org.example.text.Parser.parse");
    assert!(log["runs"][0]["results"][1].get("codeFlows").is_none());
}

#[test]
fn no_more_results_are_written_than_github_reads_and_first_suspects_come_first() {
    let scratch = Scratch::new("sarif-many");
    // 40 groups of 200 suspects each, with a stack deeper than the limit.
    let methods: Vec<(String, &str)> = (0..200).map(|at| (format!("m{at}"), "()V")).collect();
    let methods: Vec<(&str, &str)> = methods.iter().map(|(name, of)| (name.as_str(), *of)).collect();
    let slots: Vec<(u32, u32)> = (0..200).map(|at| (at, at + 1)).collect();
    let all: Vec<u32> = (0..200).collect();
    let fails = |at: u32| {
        let fails = test(at, &format!("t{at}"), Outcome::Failed, &[(0, &all)]);
        let mut fails = thrown(fails, &format!("x.E{at}"), "org.x.Wide", "m0", 1);
        let frames = &mut fails.failure.as_mut().unwrap().frames;
        *frames = vec![frames[0].clone(); 80];
        fails
    };
    let wide = class(0, "org.x.Wide", &methods, &slots);
    scratch.record("1-a", &recording(vec![wide], (0..40).map(fails).collect()));
    let log = sarif(&scratch, &["--top", "0"]);
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 5_000, "of 8,000");
    let flows: Vec<usize> = results
        .iter()
        .filter_map(|result| result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().map(Vec::len))
        .collect();
    assert_eq!(flows, [50; 40], "one for each group");
    let groups: BTreeSet<&str> = results[..40]
        .iter()
        .map(|result| result["message"]["text"].as_str().unwrap().split(':').next().unwrap())
        .collect();
    assert_eq!(groups.len(), 40, "{groups:?}");
    assert!(results.iter().all(|result| result["locations"].as_array().unwrap().len() == 1));
}

#[test]
fn fingerprints_stay_where_lines_move_and_tell_suspects_apart() {
    let prints = |shift, level| {
        let scratch = with_source(&format!("prints-{shift}-{level}"), shift);
        let log = sarif(&scratch, &["--level", level, "--top", "0"]);
        let results = log["runs"][0]["results"].as_array().unwrap().clone();
        let of = |result: &Value| {
            let logical = result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"].to_string();
            let text = result["locations"][0]["physicalLocation"]["region"]["snippet"]["text"].to_string();
            (format!("{logical} {text}"), result["partialFingerprints"].clone())
        };
        results.iter().map(of).collect::<BTreeMap<String, Value>>()
    };
    for level in ["method", "line"] {
        let (before, after) = (prints(0, level), prints(3, level));
        assert_eq!(before, after, "{level}");
        let different: BTreeSet<String> =
            before.values().map(|print| print["faultlineSuspect/v1"].to_string()).collect();
        assert_eq!(different.len(), before.len(), "{level}");
    }
}

#[test]
fn github_annotates_the_first_suspect_of_each_group_and_writes_a_summary() {
    let scratch = Scratch::new("github");
    scratch.record("1-a", &two_causes());
    let text = format(&scratch, "github", &[]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with("::warning file=org/example/Alpha.java,line=1,title=Suspect 1%3A Alpha.a::"),
        "{text}"
    );
    assert!(lines[1].starts_with("::warning file=org/example/Beta.java,line=2,"), "{text}");
    assert!(lines[2..].iter().all(|line| line.starts_with("::notice file=")), "{text}");
    let summary = scratch.path("summary.md");
    fs::write(&summary, "before\n").unwrap();
    let mut command = scratch.faultline(&["rank", "--format", "github"]);
    let output = command.env("GITHUB_STEP_SUMMARY", &summary).output().unwrap();
    assert_eq!(crate::support::Done::of(&output).ok(), text);
    let written = fs::read_to_string(&summary).unwrap();
    assert!(written.starts_with("before\n## Faultline"), "{written}");
    assert!(
        written.contains("| 95 % | `Alpha.a` | `org/example/Alpha.java:1` | in the trace |"),
        "{written}"
    );
    let mut command = scratch.faultline(&["rank", "--format", "github"]);
    let output = command.env("GITHUB_STEP_SUMMARY", scratch.path("no/such/folder")).output().unwrap();
    let error = crate::support::Done::of(&output).error(1);
    assert!(error.contains("GITHUB_STEP_SUMMARY"), "{error}");
}

#[test]
fn no_more_is_annotated_than_github_shows() {
    let scratch = Scratch::new("github-many");
    let methods = [("a", "()V"), ("b", "()V")];
    let classes = (0..30).map(|at| class(at, &format!("org.x.C{at}"), &methods, &[(0, 1), (1, 2)]));
    let classes = classes.collect();
    let fails = |at: u32| {
        let test = test(at, &format!("t{at}"), Outcome::Failed, &[(at, &[0, 1])]);
        thrown(test, &format!("x.E{at}"), &format!("org.x.C{at}"), "a", 1)
    };
    scratch.record("1-a", &recording(classes, (0..30).map(fails).collect()));
    let text = format(&scratch, "github", &[]);
    let count = |kind: &str| text.lines().filter(|line| line.starts_with(kind)).count();
    assert_eq!((count("::warning "), count("::notice ")), (10, 10));
}

#[test]
fn gitlab_has_an_issue_per_suspect_each_with_a_fingerprint_of_its_own() {
    let scratch = Scratch::new("gitlab");
    scratch.record("1-a", &two_causes());
    let issues: Vec<Value> = serde_json::from_str(&format(&scratch, "gitlab", &["--top", "0"])).unwrap();
    let prints: BTreeSet<&str> = issues.iter().map(|issue| issue["fingerprint"].as_str().unwrap()).collect();
    assert_eq!(prints.len(), issues.len());
    assert_eq!(issues[0]["location"], json!({ "path": "org/example/Alpha.java", "lines": { "begin": 1 } }));
    assert_eq!(
        (&issues[0]["severity"], &issues[0]["check_name"]),
        (&json!("major"), &json!("faultline-suspect"))
    );
    for issue in &issues {
        assert!(issue["description"].as_str().is_some_and(|text| !text.is_empty()));
        assert!(
            ["info", "minor", "major", "critical", "blocker"].contains(&issue["severity"].as_str().unwrap())
        );
    }
}

#[test]
fn markdown_and_csv_have_what_the_table_has() {
    let scratch = Scratch::new("markdown");
    scratch.record("1-a", &one_failure());
    let markdown = format(&scratch, "markdown", &[]);
    assert!(markdown.contains("### `org.example.FooTest#parsesTwo` (`IllegalStateException`)"), "{markdown}");
    assert!(
        markdown.contains("| 93 % | `Parser.parse` | `org/example/text/Parser.java:12` | in the trace |"),
        "{markdown}"
    );
    let formula = format(&scratch, "markdown", &["--ranking", "ochiai"]);
    let row = "| `Parser.parse` | `org/example/text/Parser.java:12` | 1 of 1 | 0 of 3 |";
    assert!(formula.contains(row) && !formula.contains("chance"), "a formula states no chances: {formula}");
    let csv = format(&scratch, "csv", &["--top", "0"]);
    let mut rows = csv.lines();
    assert!(rows.next().unwrap().starts_with("group,failing,rank_min,rank_max,score,class,method"));
    let first = rows.next().unwrap();
    assert!(first.starts_with("1,org.example.FooTest#parsesTwo,1,1,"), "{first}");
    assert!(first.contains(",org.example.text.Parser,parse,"), "{first}");
    let ranked: Value = serde_json::from_str(&format(&scratch, "json", &["--top", "0"])).unwrap();
    assert_eq!(ranked["groups"][0]["suspects"].as_array().unwrap().len(), rows.count() + 1);
    assert_eq!(format(&scratch, "json", &[]), scratch.run(&["rank", "--json"]).ok());
}

#[test]
fn a_line_as_long_as_a_comment_is_cut_in_markdown() {
    let scratch = Scratch::new("long line");
    scratch.record("1-a", &one_failure());
    let source: Vec<String> = (1..=20).map(|line| format!("/* {line} */ {}", "ä".repeat(100_000))).collect();
    scratch.file("src/main/java/org/example/text/Parser.java", &source.join("\n"));
    let markdown = format(&scratch, "markdown", &[]);
    assert!(markdown.contains(">    12  /* 12 */ ä"), "{markdown}");
    assert!(markdown.len() < 10_000, "{}", markdown.len());
    assert_eq!(markdown.lines().filter(|line| line.starts_with("```")).count() % 2, 0, "{markdown}");
}

/// Names with special characters of each format.
fn nasty() -> Recording {
    let nasty = class(0, "org.x.A|B`<script>", &[("fun with, blanks: 100% \u{202e}?", "()V")], &[(0, 7)]);
    let fails = test(0, "says </script>\n::error::no\r\n| a | `b`", Outcome::Failed, &[(0, &[0])]);
    recording(
        vec![nasty],
        vec![thrown(fails, "x.Y|<b>", "org.x.A|B`<script>", "m", 7), test(1, "ok", Outcome::Passed, &[])],
    )
}

#[test]
fn names_with_markup_break_no_format() {
    let scratch = Scratch::new("nasty");
    scratch.record("1-a", &nasty());
    let log = sarif(&scratch, &[]);
    let uri = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert!(!uri.as_str().unwrap().contains(['|', '`', '<', ' ']), "{uri}");
    let github = format(&scratch, "github", &[]);
    assert_eq!(github.lines().count(), 1, "{github}");
    assert_eq!(github.matches("::").count(), 2 + github.matches("::error::no").count() * 2, "{github}");
    let markdown = format(&scratch, "markdown", &[]);
    assert!(!markdown.contains("<script>") && !markdown.contains("</script>"), "{markdown}");
    serde_json::from_str::<Value>(&format(&scratch, "gitlab", &[])).unwrap();
}
