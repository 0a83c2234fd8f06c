//! The last change of the first suspect in `faultline rank`, on synthetic repositories.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use crate::repository::{Commits, git};
use crate::schema::violations;
use crate::support::{Scratch, class, recording, test, thrown};
use faultline_spectrum::Outcome;
use serde_json::{Value, json};

const DAY: i64 = 86_400;
const MAIN: &str = "src/main/java/org/example/Foo.java";
const SOURCE: &str = "\
package org.example;
class Foo {
  int m(int a) {
    int b = a - 1;
    return b;
  }
  int n() {
    return 9;
  }
}
";

/// The third of four commits writes the current `m`; the fourth changes `n`, and the style of `m`.
fn commits() -> Commits {
    let third = SOURCE.replace('9', "8").replace("    return b;\n", "    // Here.\n    return   b;\n");
    Commits::default()
        .commit(DAY, "ann@x", "Begin")
        .file(MAIN, &SOURCE.replace("a - 1", "a"))
        .commit(2 * DAY, "ann@x", "Add notes")
        .file("notes.txt", "no source\n")
        .commit(3 * DAY, "ann@x", "Make it faster\n\nMuch.")
        .file(MAIN, &third)
        .commit(4 * DAY, "ann@x", "Format the code")
        .file(MAIN, SOURCE)
}

/// Only the failing test runs `m`; the recording is of the current sources.
fn record(scratch: &Scratch) {
    let recorded = class(0, "org.example.Foo", &[("m", "(I)I"), ("n", "()I")], &[(0, 4), (0, 5), (1, 8)]);
    let failed = test(0, "adds", Outcome::Failed, &[(0, &[0, 1, 2])]);
    let tests = vec![
        thrown(failed, "java.lang.AssertionError", "org.example.FooTest", "adds", 9),
        test(1, "counts", Outcome::Passed, &[(0, &[2])]),
        test(2, "counts again", Outcome::Passed, &[(0, &[2])]),
    ];
    scratch.record("1-a", &recording(vec![recorded], tests));
}

fn project(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    commits().import(&scratch.0);
    git(&scratch.0, &["reset", "-q", "--hard"], "");
    record(&scratch);
    age(&scratch.path(MAIN));
    scratch
}

/// Makes a file older than the recording.
fn age(file: &Path) {
    let file = fs::File::options().write(true).open(file).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_mins(1)).unwrap();
}

fn id(folder: &Path, revision: &str) -> String {
    let output = Command::new("git").current_dir(folder).args(["rev-parse", revision]).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// The only group of failures.
fn group(scratch: &Scratch, arguments: &[&str]) -> Value {
    let done = scratch.run(&[&["rank", "--json"], arguments].concat());
    assert_eq!(done.err, "", "history is no reason to complain");
    let out = done.ok();
    let value: Value = serde_json::from_str(&out).unwrap();
    let schema = serde_json::from_str(include_str!("../../../../docs/json-schema/rank.schema.json")).unwrap();
    let found = violations(&schema, &value);
    assert!(found.is_empty(), "{found:#?}\n{out}");
    value["groups"][0].clone()
}

#[test]
fn the_suspects_last_commit_is_named_and_style_is_seen_through() {
    let scratch = project("named");
    let commit = id(&scratch.0, "HEAD~1");
    let expected = json!({
        "commit": commit, "date": "1970-01-04", "time": 3 * DAY, "author": "A", "subject": "Make it faster"
    });
    assert_eq!(group(&scratch, &[])["last_change"], expected);
    let sentence = format!("Last changed in {}, 1970-01-04, A: Make it faster", &commit[..8]);
    let page = scratch.run(&["rank", "--width", "200"]).ok();
    let at =
        |text: &str| page.lines().position(|line| line.starts_with(text)).unwrap_or_else(|| panic!("{page}"));
    assert_eq!(at("Most likely Foo.m") + 1, at("Last changed in "), "below the answer");
    assert!(page.contains(&sentence), "{page}");
    // The report's start page shows it, too.
    scratch.run(&["report"]).ok();
    let start = fs::read_to_string(scratch.path("faultline-report/index.html")).unwrap();
    assert!(start.contains(&format!("{sentence}.")), "{start}");
    // With --explain, every method shows its last change.
    assert!(scratch.run(&["rank", "--explain", "Foo.m"]).ok().contains(&sentence));
    let other = scratch.run(&["rank", "--explain", "Foo.n"]).ok();
    assert!(other.contains("1970-01-05, A: Format the code"), "{other}");
    // A JSON file beside the page also contains it.
    scratch.run(&["rank", "--json-file", "out.json"]).ok();
    let file: Value = serde_json::from_str(&fs::read_to_string(scratch.path("out.json")).unwrap()).unwrap();
    assert_eq!(file["groups"][0]["last_change"], expected);
}

#[test]
fn no_history_says_nothing_of_it() {
    let scratch = project("off");
    assert_eq!(group(&scratch, &["--no-history"])["last_change"], json!(null));
    for arguments in [&["rank", "--no-history"][..], &["rank", "--no-history", "--explain", "Foo.m"]] {
        assert!(!scratch.run(arguments).ok().contains("changed"), "{arguments:?}");
    }
}

#[test]
fn a_ranking_without_an_answer_has_no_suspect_to_speak_of() {
    let scratch = project("formula");
    for arguments in [&["--ranking", "ochiai"][..], &["--level", "line"]] {
        let group = group(&scratch, arguments);
        assert_eq!((&group["answer"], &group["last_change"]), (&json!(null), &json!(null)), "{arguments:?}");
    }
}

#[test]
fn what_is_not_committed_is_said_of_the_method_that_it_is_in() {
    let scratch = project("edited");
    let write = |source: &str| {
        fs::write(scratch.path(MAIN), source).unwrap();
        age(&scratch.path(MAIN));
    };
    write(&SOURCE.replace("a - 1", "a - 2"));
    assert_eq!(group(&scratch, &[])["last_change"], json!({ "commit": null }));
    for arguments in [&["rank"][..], &["rank", "--explain", "Foo.m"]] {
        let out = scratch.run(arguments).ok();
        assert!(out.contains("\nChanged, and not committed yet\n"), "{out}");
    }
    // A change in another method, or only of style, is not the suspect's.
    for other in [SOURCE.replace('9', "10"), SOURCE.replace("    return b;", "\treturn b; // done")] {
        write(&other);
        assert_eq!(group(&scratch, &[])["last_change"]["subject"], json!("Make it faster"), "{other}");
    }
}

#[test]
fn in_a_source_that_is_newer_than_the_run_methods_are_known_by_their_names() {
    let scratch = project("newer");
    // Line 4 of the recorded version now belongs to `n`.
    let moved = SOURCE.replace("  int m(", "  int n() {\n    return 9;\n  }\n  int m(");
    let moved = moved.replace("  }\n  int n() {\n    return 9;\n  }\n}", "  }\n}");
    fs::write(scratch.path(MAIN), &moved).unwrap();
    let later = fs::File::options().write(true).open(scratch.path(MAIN)).unwrap();
    later.set_modified(SystemTime::now() + Duration::from_mins(1)).unwrap();
    assert_eq!(group(&scratch, &[])["last_change"]["subject"], json!("Make it faster"));
    fs::write(scratch.path(MAIN), moved.replace("int m(", "int gone(")).unwrap();
    later.set_modified(SystemTime::now() + Duration::from_mins(1)).unwrap();
    assert_eq!(group(&scratch, &[])["last_change"], json!(null));
}

#[test]
fn nothing_is_said_without_a_repository_its_commits_or_the_source() {
    let said = |scratch: &Scratch| group(scratch, &[])["last_change"].clone();
    let answered = |scratch: &Scratch| assert!(group(scratch, &[])["answer"].is_string());

    let none = Scratch::new("no repository");
    none.file(MAIN, SOURCE);
    record(&none);
    answered(&none);
    assert_eq!(said(&none), json!(null));

    let empty = Scratch::new("no commit");
    Commits::default().import(&empty.0);
    empty.file(MAIN, SOURCE);
    record(&empty);
    assert_eq!(said(&empty), json!(null));

    let whole = project("whole");
    let shallow = Scratch::new("shallow");
    let from = format!("file://{}", whole.0.display());
    git(&shallow.0, &["clone", "-q", "--depth", "1", &from, "."], "");
    record(&shallow);
    answered(&shallow);
    assert_eq!(said(&shallow), json!(null), "the change is older than what there is");
    fs::write(shallow.path(MAIN), SOURCE.replace("a - 1", "a - 2")).unwrap();
    assert_eq!(said(&shallow), json!({ "commit": null }), "that is known without commits");

    let bare = Scratch::new("bare");
    git(&bare.0, &["clone", "-q", "--bare", &from, "."], "");
    bare.file(MAIN, SOURCE);
    record(&bare);
    assert_eq!(said(&bare), json!(null));

    let damaged = project("damaged");
    fs::remove_dir_all(damaged.path(".git/objects")).unwrap();
    fs::create_dir_all(damaged.path(".git/objects")).unwrap();
    answered(&damaged);
    assert_eq!(said(&damaged), json!(null));

    let lost = project("no source");
    fs::remove_file(lost.path(MAIN)).unwrap();
    answered(&lost);
    assert_eq!(said(&lost), json!(null));

    // A generated source, which is not committed.
    let made = project("generated");
    let generated = "target/generated-sources/x/org/example/Foo.java";
    made.file(generated, SOURCE);
    fs::remove_file(made.path(MAIN)).unwrap();
    let folder = made.path("target/generated-sources/x");
    let out = group(&made, &["--source", folder.to_str().unwrap()]);
    assert!(out["suspects"][0]["source"].as_str().unwrap().ends_with(generated), "{out}");
    assert_eq!(out["last_change"], json!(null));
}

#[test]
fn each_group_of_failures_has_the_change_of_its_own_suspect() {
    let scratch = Scratch::new("groups");
    let source = |class: &str, value: u32| {
        format!("package org.example;\nclass {class} {{\n  int m() {{\n    return {value};\n  }}\n}}\n")
    };
    let path = |class: &str| format!("src/main/java/org/example/{class}.java");
    let commits = Commits::default()
        .commit(DAY, "ann@x", "Begin")
        .file(&path("Alpha"), &source("Alpha", 1))
        .file(&path("Beta"), &source("Beta", 1))
        .commit(2 * DAY, "ann@x", "Change Beta")
        .file(&path("Beta"), &source("Beta", 2));
    commits.import(&scratch.0);
    git(&scratch.0, &["reset", "-q", "--hard"], "");
    let one = |id, name: &str| class(id, name, &[("m", "()I")], &[(0, 4)]);
    let classes = vec![one(0, "org.example.Alpha"), one(1, "org.example.Beta")];
    let fails = |sequence, class: &str, at| {
        let failed = test(sequence, "fails", Outcome::Failed, &[(at, &[0])]);
        thrown(failed, &format!("x.Of{class}"), &format!("org.example.{class}"), "m", 4)
    };
    let tests = vec![fails(0, "Alpha", 0), fails(1, "Beta", 1), test(2, "passes", Outcome::Passed, &[])];
    scratch.record("1-a", &recording(classes, tests));
    let out: Value = serde_json::from_str(&scratch.run(&["rank", "--json"]).ok()).unwrap();
    let groups = out["groups"].as_array().unwrap();
    let said = |class: &str| {
        let of = |group: &&Value| group["suspects"][0]["class"] == json!(format!("org.example.{class}"));
        groups.iter().find(of).unwrap()["last_change"]["subject"].clone()
    };
    assert_eq!((said("Alpha"), said("Beta")), (json!("Begin"), json!("Change Beta")));
}
