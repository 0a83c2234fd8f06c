//! `faultline tests`: which tests run a place, or the lines of a change.

use std::fs;
use std::time::{Duration, SystemTime};

use faultline_spectrum::{Fnv, Outcome};
use serde_json::{Value, json};

use crate::repository::{Commits, git};
use crate::schema::violations;
use crate::support::{Scratch, class, one_failure, recording, test, thrown};

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
  int unused() {
    return 7;
  }
}
";

fn answer(scratch: &Scratch, arguments: &[&str]) -> Value {
    let out = scratch.run(&[&["tests", "--json"], arguments].concat()).ok();
    let value: Value = serde_json::from_str(&out).unwrap();
    let schema = include_str!("../../../../docs/json-schema/tests.schema.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    assert_eq!(violations(&schema, &value), Vec::<String>::new());
    value
}

fn methods(answer: &Value) -> Vec<&str> {
    answer["tests"].as_array().unwrap().iter().map(|test| test["method"].as_str().unwrap()).collect()
}

#[test]
fn a_line_a_range_a_method_a_class_and_a_file_are_places() {
    let scratch = Scratch::new("places");
    scratch.record("1-a", &one_failure());
    let tests = |place: &str| {
        let answer = answer(&scratch, &[place]);
        let names: Vec<String> = methods(&answer).iter().map(|name| (*name).to_owned()).collect();
        (answer["lines"].as_u64().unwrap(), names)
    };
    let line = tests("Parser.java:12");
    assert_eq!(line, (1, vec!["parsesTwo".to_owned()]));
    // The nearest passing test runs no more than the place and one line besides.
    let expected = ["parsesTwo", "parsesNothing", "parsesOne"].map(str::to_owned).to_vec();
    assert_eq!(tests("org.example.text.Parser:10-11"), (2, expected.clone()));
    assert_eq!(tests("Parser.parse(String, int)"), (3, expected.clone()));
    let of_class = ["parsesTwo", "parsesOne", "parsesNothing"].map(str::to_owned).to_vec();
    for place in ["org.example.text.Parser", "Parser", "Parser.java", "text/Parser.java"] {
        assert_eq!(tests(place), (5, of_class.clone()), "{place}");
    }
    assert_eq!(tests("Lexer").0, 2, "a class stands for those nested in it");
    let both = answer(&scratch, &["Parser.java:12", "Lexer"]);
    assert_eq!(methods(&both).len(), 4);
}

#[test]
fn people_see_a_sentence_a_table_and_what_no_test_runs() {
    let scratch = Scratch::new("people");
    let mut of = one_failure();
    for test in &mut of.tests {
        test.duration_ns = 12_345_678;
    }
    of.classes[0].slots.push((2, 25));
    scratch.record("1-a", &of);
    let page = scratch.run(&["tests", "Parser", "--width", "80"]).ok();
    assert_eq!(
        page,
        "\
3 of 5 tests run Parser (6 lines); 1 of them fails

outcome  seconds  lines  of all it runs  test
failed     0.012      5               6  org.example.FooTest#parsesTwo
passed     0.012      4               6  org.example.FooTest#parsesOne
passed     0.012      2               3  org.example.FooTest#parsesNothing

No test runs
  Parser.java:25  Parser.reset
"
    );
    let first = scratch.run(&["tests", "Parser.java:10", "-n", "1", "--width", "80"]).ok();
    assert!(first.starts_with("3 of 5 tests run Parser.java:10; 1 of them fails\n"), "{first}");
    assert!(first.ends_with("… 2 more of 3 tests; --top 0 shows all\n"), "{first}");
    let none = scratch.run(&["tests", "Parser.java:25"]).ok();
    assert_eq!(none, "None of 5 tests runs Parser.java:25\n");
}

#[test]
fn build_tools_are_given_arguments() {
    let scratch = Scratch::new("arguments");
    scratch.record("1-a", &one_failure());
    let line = |format: &str| scratch.run(&["tests", "Parser.java:12", "--format", format]).ok();
    assert!(line("maven").starts_with("'-Dtest=org.example.FooTest#parsesTwo' -D"), "{}", line("maven"));
    assert_eq!(line("gradle"), "--tests org.example.FooTest.parsesTwo\n");
    assert_eq!(
        line("junit"),
        "--select-class org.example.FooTest\n"
            .replace("class org.example.FooTest", "unique-id '[engine:made-up]/[method:parsesTwo]'")
    );
}

#[test]
fn what_is_no_place_is_refused_in_a_sentence() {
    let scratch = Scratch::new("no place");
    scratch.record("1-a", &one_failure());
    let refused = |place: &str| scratch.run(&["tests", place]).error(2);
    assert!(refused("Parser.java:99").contains("line 99 of"), "{}", refused("Parser.java:99"));
    assert!(refused("Nobody").contains("no recorded method is called"), "{}", refused("Nobody"));
    assert!(refused("Parser.java:50-60").contains("no line of Parser.java:50-60 has code"));
    assert!(refused("reset").contains("may be"), "{}", refused("reset"));
    let none = scratch.run(&["tests", "--diff"]).error(1);
    assert!(none.contains("in no git repository"), "{none}");
}

/// The second of two commits writes the current `n`; the run saw the current source.
fn project(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    let commits = Commits::default()
        .commit(86_400, "ann@x", "Begin")
        .file(MAIN, &SOURCE.replace("return 9", "return 8").replace("return 7", "return 6"))
        .commit(2 * 86_400, "ann@x", "Change")
        .file(MAIN, SOURCE);
    commits.import(&scratch.0);
    git(&scratch.0, &["reset", "-q", "--hard"], "");
    let methods = [("m", "(I)I"), ("n", "()I"), ("unused", "()I")];
    let recorded = class(0, "org.example.Foo", &methods, &[(0, 4), (0, 5), (1, 8), (2, 11)]);
    let failed = test(0, "adds", Outcome::Failed, &[(0, &[0, 1, 2])]);
    let tests = vec![
        thrown(failed, "java.lang.AssertionError", "org.example.FooTest", "adds", 9),
        test(1, "counts", Outcome::Passed, &[(0, &[2])]),
        test(2, "subtracts", Outcome::Passed, &[(0, &[0, 1])]),
    ];
    scratch.record("1-a", &recording(vec![recorded], tests));
    let mut hash = Fnv::default();
    for line in SOURCE.lines() {
        hash.bytes(line.as_bytes());
        hash.bytes(b"\n");
    }
    let seen = format!("sources\t1\nrecording\t1-a.flt\nsource\t{MAIN}\t{:016x}\n", hash.finish());
    scratch.file(".faultline/sources.tsv", &seen);
    let source = fs::File::options().write(true).open(scratch.path(MAIN)).unwrap();
    source.set_modified(SystemTime::now() - Duration::from_mins(1)).unwrap();
    scratch
}

#[test]
fn a_change_is_run_by_the_tests_of_its_lines() {
    let scratch = project("since a commit");
    let none = scratch.run(&["tests", "--diff"]).ok();
    assert!(none.starts_with("No source of a recorded class has changed since "), "{none}");
    let since = answer(&scratch, &["--diff", "HEAD~1"]);
    assert_eq!(methods(&since), ["adds", "counts"]);
    assert_eq!(
        since["not_run"],
        json!([{ "class": "org.example.Foo", "method": "Foo.unused()", "line": 11 }])
    );
    assert_eq!(since["change"]["files"], json!([MAIN]));
}

#[test]
fn what_is_edited_after_the_run_is_placed_by_the_lines_that_the_run_saw() {
    let scratch = project("edited");
    // Three lines in front of the class, and one in `m`: the lines of the recording are the committed ones.
    let edited = SOURCE.replace("class Foo", "// a\n// b\n// c\nclass Foo").replace("a - 1", "a - 2");
    fs::write(scratch.path(MAIN), edited).unwrap();
    let now = answer(&scratch, &["--diff"]);
    assert_eq!(methods(&now), ["adds", "subtracts"]);
    assert_eq!(now["change"].get("off"), None);
    // Beside another commit the lines of neither side are those of the run.
    let older = scratch.run(&["tests", "--diff", "HEAD~1"]);
    assert!(
        older.err.contains("has changed before and after the run, so its lines may be off"),
        "{}",
        older.err
    );
}
