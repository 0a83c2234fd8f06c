//! `faultline amplify` with a shell script that replaces the JVMs that edit tests and run variants.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::schema::violations;
use crate::support::{Done, Scratch, class, recording, test, thrown, write_recording};
use faultline_spectrum::{Launch, Outcome, RecordedTest, Recording};
use serde_json::{Value, json};

/// Replaces `java`. As the editing JVM it creates a split, the whole test and three tried edits; as the
/// running JVM it reports their results and leaves a prepared recording.
const JAVA: &str = r#"#!/bin/bash
set -eu
here=$(dirname "$0")/../..
request=${!#} records=
for argument in "$@"; do
  case $argument in -javaagent:*=dir=*) records=${argument#*=dir=}; records=${records%%,*} ;; esac
done
value() { grep -m1 -P "^$1\t" "$request" | cut -f2; }
out=$(value out)
row() { printf '%s\torg.example.FooTest\talpha_faultline_%s\talpha\t%s\t%s\t7\t%s\t{ }\n' "$@"; }
if grep -q '^keep' "$request"; then
  : > "$out/FooTestAmplified.java"
  printf 'name\tfile\nalpha_1\t%s\n' "$out/FooTestAmplified.java" > "$(value scratch)/written.tsv"
  exit 0
fi
if grep -q '^seed' "$request"; then
  grep '^test' "$request" > "$here/asked.txt"
  mkdir -p "$out/classes/org/example"; : > "$out/classes/org/example/FooTest.class"
  { printf 'n\tclass\tmethod\tof\tkind\tedits\tlines\tsites\tbody\n'
    row 0 0 whole '' ''; row 1 1 split '' 1; row 2 2 tried '`1` for `0`' 4; row 3 3 tried 'null for `x`' 5; row 4 4 tried '`2` for `0`' 4
  } > "$out/variants.tsv"
  printf 'what\tvalue\nframework\tjunit4\ndid not compile\t2\n' > "$out/report.tsv"
  exit 0
fi
wrong='1 fails java.lang.AssertionError:expected:<1> but was:<2>'
printf 'alpha\tfailed\tjava.lang.AssertionError\t\nalpha_faultline_0\tpassed\t\t\t0 holds\t%s\n' "$wrong" > "$out"
printf 'alpha_faultline_1\tfailed\tjava.lang.AssertionError\t\nalpha_faultline_2\tpassed\t\t\t0 holds\t1 holds\n' >> "$out"
printf 'alpha_faultline_3\tfailed\tjava.lang.NullPointerException\torg.example.Alpha.a:2\n' >> "$out"
printf 'alpha_faultline_4\tpassed\t\t\t0 holds\t%s\n' "$wrong" >> "$out"
printf -v records '%b' "${records//%/\\x}"
if [ -n "$records" ]; then mkdir -p "$records"; cp "$here/ran.flt" "$records/1.flt"; fi
"#;

fn of(sequence: u32, name: &str, outcome: Outcome, slots: &[u32]) -> RecordedTest {
    let ran = test(sequence, name, outcome, &[(0, slots)]);
    let unique_id = format!("{name}(org.example.FooTest)");
    let ran = RecordedTest { unique_id, ..ran };
    match outcome {
        Outcome::Failed => thrown(ran, "java.lang.AssertionError", "org.example.FooTest", name, 7),
        _ => ran,
    }
}

/// A project whose failing test ends with an assertion.
pub fn project(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    let java = scratch.file("jdk/bin/java", JAVA);
    fs::set_permissions(&java, fs::Permissions::from_mode(0o755)).unwrap();
    for (file, text) in [
        ("jdk/release", "JAVA_VERSION=\"17.0.1\"\n"),
        ("jdk/bin/javac", ""),
        ("pom.xml", "<project/>"),
        ("classes/org/example/FooTest.class", ""),
        ("main/org/example/Alpha.class", ""),
        ("src/test/java/org/example/FooTest.java", "package org.example; class FooTest { }"),
        ("lib/faultline-amplify.jar", ""),
        ("lib/faultline-amplify-run.jar", ""),
        ("lib/faultline-agent.jar", ""),
    ] {
        scratch.file(file, text);
    }
    let mut alpha = class(0, "org.example.Alpha", &[("a", "()V"), ("b", "()V")], &[(0, 1), (0, 2), (1, 5)]);
    alpha.location = scratch.path("main").display().to_string();
    let path = |below: &str| scratch.path(below).display().to_string();
    let launch = Launch {
        java: path("jdk/bin/java"),
        folder: path(""),
        class_path: format!("{}:{}", path("classes"), path("main")),
        ..Launch::default()
    };
    let tests = vec![of(0, "alpha", Outcome::Failed, &[0, 1, 2]), of(1, "beta", Outcome::Passed, &[0])];
    scratch.record("1-a", &Recording { launch: Some(launch), ..recording(vec![alpha.clone()], tests) });
    let row = |n: u32, outcome, slots: &[u32]| of(n, &format!("alpha_faultline_{n}"), outcome, slots);
    let ran = vec![
        row(1, Outcome::Failed, &[0, 1, 2]),
        row(2, Outcome::Passed, &[0, 2]),
        row(3, Outcome::Failed, &[0]),
        row(4, Outcome::Passed, &[0, 1, 2]),
    ];
    write_recording(&scratch.path("ran.flt"), &recording(vec![alpha], ran));
    scratch
}

pub fn amplify(scratch: &Scratch, arguments: &[&str]) -> Done {
    let mut command = scratch.faultline(&[&["amplify"], arguments].concat());
    command.env("FAULTLINE_AMPLIFY", scratch.path("lib/faultline-amplify.jar"));
    command.env("FAULTLINE_AGENT", scratch.path("lib/faultline-agent.jar"));
    Done::of(&command.output().unwrap())
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn json_is_as_its_schema_says_and_labels_by_assertions() {
    let scratch = project("amplify-json");
    let text = amplify(&scratch, &["--json", "--json-file", "out.json"]).ok();
    let document = parsed(&text);
    let rules = parsed(include_str!("../../../../docs/json-schema/amplify.schema.json"));
    assert_eq!(violations(&rules, &document), Vec::<String>::new(), "{text}");
    assert_eq!(document, parsed(&fs::read_to_string(scratch.path("out.json")).unwrap()));
    assert_eq!((&document["ended"], &document["variants"]), (&json!("done"), &json!(4)));
    let labels: Vec<_> =
        document["kept"].as_array().unwrap().iter().map(|kept| (&kept["label"], &kept["by"])).collect();
    let expected = [("fails", "split"), ("passes", "expectation"), ("passes", "thrown")];
    assert_eq!(format!("{labels:?}"), format!("{:?}", expected.map(|(label, by)| (json!(label), json!(by)))));
    assert_eq!(document["reasons"], json!({ "does_not_hold": 1, "not_compiled": 2 }));
    let method = &document["groups"][0]["methods"][0];
    assert_eq!((&method["method"], &method["line"]), (&json!("a"), &json!(2)));
    let asked = fs::read_to_string(scratch.path("asked.txt")).unwrap();
    assert_eq!(asked, "test\torg.example.FooTest\talpha\t300\ttries\t0\t\n");
}

#[test]
fn variants_that_ran_other_classes_than_were_recorded_are_a_failure() {
    let scratch = project("amplify-changed");
    let mut moved =
        class(0, "org.example.Alpha", &[("a", "()V"), ("b", "()V")], &[(0, 11), (0, 12), (1, 15)]);
    moved.hash += 1;
    let ran = [(1, Outcome::Failed), (2, Outcome::Passed), (3, Outcome::Failed), (4, Outcome::Passed)];
    let ran = ran.map(|(n, outcome)| of(n, &format!("alpha_faultline_{n}"), outcome, &[0, 2])).to_vec();
    fs::remove_file(scratch.path("ran.flt")).unwrap();
    write_recording(&scratch.path("ran.flt"), &recording(vec![moved], ran));
    for arguments in [&[][..], &["--json"]] {
        let done = amplify(&scratch, arguments);
        assert_eq!(done.code, Some(1), "{}", done.err);
        let why = "no variant counts in rankings: all of them ran classes that have changed since the recording; record again";
        assert!(done.err.contains(why), "{}", done.err);
    }
}

#[test]
fn a_page_says_who_labels_and_how_sure() {
    let text = amplify(&project("amplify-page"), &[]).ok();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "3 of 4 variants labelled: 0 pass and 1 fail by their own assertions; 1 pass and 0 fail by holding what the failing test \
         asserts (89 % sure); 1 pass and 0 fail by ending by an exception instead (89 % sure)",
        "1 do not hold what the failing test asserts",
    ] {
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn what_variants_moved_among_the_suspects_is_said_at_the_end() {
    let scratch = project("amplify-moved");
    let places = || {
        let ranked = parsed(&scratch.run(&["rank", "--json"]).ok());
        let suspects = ranked["groups"][0]["suspects"].as_array().unwrap().clone();
        suspects
            .iter()
            .map(|suspect| (suspect["method"].to_string(), suspect["rank_max"].as_u64().unwrap()))
            .collect::<Vec<_>>()
    };
    let before = places();
    let text = amplify(&scratch, &[]).ok();
    let after = places();
    let has_moved = |(name, to): &(String, u64)| before.iter().any(|(old, from)| old == name && to < from);
    let moves = after.iter().take(5).filter(|suspect| has_moved(suspect)).count();
    let last = text.trim_end().rsplit("\n\n").next().unwrap();
    assert_eq!(last.matches(" -> ").count(), moves.min(3), "{before:?} {after:?} {last}");
    assert_eq!(last.starts_with("The order of the suspects is unchanged"), moves == 0, "{last}");
}

#[test]
fn generate_grows_from_the_failing_test_where_its_source_is_found() {
    let scratch = project("generate-from");
    let generate = |arguments: &[&str]| {
        let mut command = scratch.faultline(&[&["generate"], arguments].concat());
        command.env("FAULTLINE_AMPLIFY", scratch.path("lib/faultline-amplify.jar"));
        command.env("FAULTLINE_AGENT", scratch.path("lib/faultline-agent.jar"));
        command.env("FAULTLINE_EVOSUITE", scratch.path("lib/none.jar"));
        Done::of(&command.output().unwrap())
    };
    let document = parsed(&generate(&["--json"]).ok());
    assert_eq!((&document["variants"], &document["kept"].as_array().unwrap().len()), (&json!(4), &3));
    assert!(scratch.path(".faultline/amplified/variants.tsv").exists());
    let written = scratch.path("generated/tests/FooTestAmplified.java").display().to_string();
    assert_eq!(document["written"], json!([written]));
    let asks_evosuite =
        |done: &Done| assert!(done.err.contains("EvoSuite") || done.err.contains("evosuite"), "{}", done.err);
    for arguments in [&["--from", "evosuite"][..], &["--metric", "ddu"], &["--classes", "org.example.Alpha"]]
    {
        asks_evosuite(&generate(arguments));
    }
    fs::remove_file(scratch.path("src/test/java/org/example/FooTest.java")).unwrap();
    asks_evosuite(&generate(&[]));
    assert!(generate(&["--from", "failing"]).err.contains("no source in Java or Kotlin"));
}
