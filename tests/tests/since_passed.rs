//! What has changed since a failing test passed, in a project that is recorded twice; and the hashes of methods, on
//! what javac makes of one source and another (`docs/baseline.md`).

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use faultline_class_file::{ClassCode, MethodCode};
use faultline_tests::{Dist, Fixture, maven, run};
use serde_json::Value;

const CALC: &str = r#"package org.example;

public class Calc {
    static final int LIMIT = 100;

    public int sum(int... of) {
        int sum = 0;
        for (int one : of) {
            sum += clean(one);
        }
        return limited(sum);
    }

    int clean(int one) {
        int floor = 0;
        return one < floor ? floor : one;
    }

    int limited(int sum) {
        java.util.function.IntSupplier limit = () -> LIMIT;
        return sum > limit.getAsInt() ? limit.getAsInt() : sum;
    }

    public String text(int n) {
        return new StringBuilder("n").append(n).toString();
    }
}
"#;

const TEST: &str = r#"package org.example;

import static org.junit.Assert.*;

import org.junit.Test;

public class CalcTest {
    @Test public void sums() { assertEquals(6, new Calc().sum(1, 2, 3)); }
    @Test public void limits() { assertEquals(100, new Calc().sum(99, 2)); }
    @Test public void texts() { assertEquals("n1", new Calc().text(1)); }
    @Test public void environment() {
        assertEquals("n1", new Calc().text(1));
        assertNull(System.getProperty("broken"));
    }
}
"#;

fn write(fixture: &Fixture, path: &str, text: &str) {
    let path = fixture.folder.join(path);
    fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
    fs::write(path, text).expect("a source");
}

fn javac(folder: &Path, arguments: &[&str]) {
    run(Command::new("javac").args(arguments), folder).expect_code(0);
}

/// Compiles both classes and records the tests.
fn record(fixture: &Fixture, calc: &str, test: &str, options: &[&str], code: i32) {
    write(fixture, "src/main/java/org/example/Calc.java", calc);
    write(fixture, "src/test/java/org/example/CalcTest.java", test);
    javac(&fixture.folder, &["-g", "-d", "target/classes", "src/main/java/org/example/Calc.java"]);
    let on = "target/classes:target/libraries/*";
    let source = "src/test/java/org/example/CalcTest.java";
    javac(&fixture.folder, &["-g", "-cp", on, "-d", "target/test-classes", source]);
    let mut command = Dist::find().command(&["run", "--", "java"]);
    command.args(options).args(["-cp", "target/test-classes:target/classes:target/libraries/*"]);
    command.args(["org.junit.runner.JUnitCore", "org.example.CalcTest"]);
    run(&mut command, &fixture.folder).expect_code(code);
}

fn ranked(fixture: &Fixture, arguments: &[&str]) -> String {
    let mut command = Dist::find().command(&["rank", "--width", "200"]);
    let page = run(command.args(arguments), &fixture.folder);
    page.expect_code(0);
    page.stdout
}

/// The group of a failing test.
fn group(fixture: &Fixture, test: &str, arguments: &[&str]) -> Value {
    let json: Value =
        serde_json::from_str(&ranked(fixture, &[&["--json", "--top", "0"], arguments].concat()))
            .expect("JSON");
    let groups = json["groups"].as_array().expect("groups");
    let is = |group: &&Value| group["failing"][0]["method"] == test;
    groups.iter().find(is).cloned().unwrap_or_else(|| panic!("no group of {test} in {json:#}"))
}

fn place(group: &Value, method: &str) -> f64 {
    let suspects = group["suspects"].as_array().expect("suspects");
    let suspect = suspects.iter().find(|suspect| suspect["method"] == method).expect("a suspect");
    suspect["rank"].as_f64().expect("a place")
}

fn fixture(name: &str) -> Fixture {
    let fixture = Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), name);
    maven(Command::new("mvn").args(["-B", "-ntp", "-q", "test-compile"]), &fixture.folder).expect_code(0);
    fixture
}

#[test]
fn a_failing_test_is_told_what_has_changed_since_it_passed_and_the_ranking_weighs_it() {
    let fixture = fixture("since-passed");
    record(&fixture, CALC, TEST, &[], 0);
    // A comment moves all lines, and one method does something else.
    let edited = CALC
        .replace("int floor = 0", "int floor = 2")
        .replace("public class", "/** A sum.\n */\npublic class");
    record(&fixture, &edited, TEST, &["-Dbroken=1"], 1);

    let sums = group(&fixture, "sums", &[]);
    let since = &sums["since"][0];
    assert_eq!(since["methods"], serde_json::json!(["Calc.clean"]), "{since:#}");
    assert_eq!((&since["basis"], &since["runs"]), (&"passed".into(), &5.into()), "{since:#}");
    for other in ["gone", "shapes", "code", "inputs", "reached", "left"] {
        assert_eq!(since[other], serde_json::json!([]), "{since:#}");
    }
    for suspect in sums["suspects"].as_array().expect("suspects").iter().filter(|suspect| suspect["ef"] == 1)
    {
        let is_changed = suspect["method"] == "clean";
        assert_eq!(suspect["changed"] == true, is_changed, "{suspect:#}");
        let factor = suspect["parts"]["changed"].as_f64().expect("a factor");
        assert!((factor - if is_changed { 5.0 } else { 1.0 }).abs() < 1e-9, "{suspect:#}");
    }
    let without = group(&fixture, "sums", &["--ranking", "evidence"]);
    assert!(place(&sums, "clean") < place(&without, "clean"), "{sums:#}");
    // Of the changed method's lines, the changed one.
    let lines = group(&fixture, "sums", &["--level", "line"]);
    let first = lines["suspects"].as_array().expect("lines").iter().find(|line| line["method"] == "clean");
    assert_eq!(first.expect("a line")["line"], 17, "{lines:#}");

    // The pages mark it, and no other line of the method.
    run(&mut Dist::find().command(&["report"]), &fixture.folder).expect_code(0);
    let page =
        |path: &str| fs::read_to_string(fixture.folder.join("faultline-report").join(path)).expect("a page");
    let source = page("source/1.html");
    let marked = |line: u32| source.contains(&format!("href=\"#L{line}\"><i class=\"ch\">"));
    assert_eq!((16..=19).filter(|line| marked(*line)).collect::<Vec<u32>>(), [17], "{source}");
    for path in ["index.html", "source/1.html"] {
        assert!(
            page(path).contains("changed since a failing test that runs the line passed"),
            "{path} explains the mark"
        );
    }

    let unchanged = group(&fixture, "environment", &[]);
    assert_eq!(unchanged["since"][0]["unchanged"], true, "{unchanged:#}");
    let page = ranked(&fixture, &["--scores"]);
    assert!(page.contains("1 of the 5 methods that it runs has changed: Calc.clean"), "{page}");
    assert!(page.contains("Nothing that org.example.CalcTest#environment runs has changed"), "{page}");

    // The failing test keeps its pass; what has changed since is told again, and so are other kinds of changes.
    let grown = edited.replace(
        "    int limited(int sum) {",
        "    final int factor = 1;\n\n    int limited(int sum) {\n        sum = factor * sum;",
    );
    let other = TEST.replace("sum(1, 2, 3)", "sum(3, 2, 1)").replace("    @Test public void texts",
        "    @Test public void fresh() { assertEquals(3, new Calc().sum(1, 2)); }\n    @Test public void texts");
    write(&fixture, "target/test-classes/numbers.properties", "one=1\n");
    record(&fixture, &grown, &other, &["-Dbroken=1"], 1);
    let sums = group(&fixture, "sums", &[]);
    let since = &sums["since"][0];
    assert_eq!(
        since["methods"],
        serde_json::json!(["Calc.<init>", "Calc.clean", "Calc.limited"]),
        "{since:#}"
    );
    assert_eq!(since["shapes"], serde_json::json!(["Calc"]), "{since:#}");
    assert_eq!(since["code"], serde_json::json!(["CalcTest.sums", "CalcTest.fresh"]), "{since:#}");
    assert_eq!(since["inputs"][0]["how"], "new", "{since:#}");
    // A test that never passed is compared with the last run in which none failed, and that has no weight.
    let fresh = group(&fixture, "fresh", &[]);
    assert_eq!(fresh["since"][0]["basis"], "green", "{fresh:#}");
    assert!(
        fresh["suspects"].as_array().expect("suspects").iter().all(|of| of["parts"]["changed"] == 1.0),
        "{fresh:#}"
    );
}

#[test]
fn without_an_earlier_pass_nothing_is_said_and_nothing_weighed() {
    let fixture = fixture("never-passed");
    record(&fixture, &CALC.replace("int floor = 0", "int floor = 2"), TEST, &[], 1);
    let json = ranked(&fixture, &["--json"]);
    assert!(!json.contains("\"since\"") && !json.contains("+changed"), "{json}");
    // Recorded again without a change: there is still no pass.
    record(&fixture, &CALC.replace("int floor = 0", "int floor = 2"), TEST, &[], 1);
    let json = ranked(&fixture, &["--json"]);
    assert!(!json.contains("\"since\"") && !json.contains("+changed"), "{json}");
}

/// The methods of a class `A` with this body, compiled with these options.
fn compiled(name: &str, body: &str, options: &[&str]) -> BTreeMap<String, MethodCode> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("method-hashes").join(name);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("A.java"), format!("import java.util.function.*;\nclass A {{\n{body}\n}}\n"))
        .expect("a source");
    javac(&folder, &[options, &["A.java"]].concat());
    let code = ClassCode::read(&fs::read(folder.join("A.class")).expect("a class")).expect("it is whole");
    code.methods.into_iter().map(|method| (method.name.clone(), method)).collect()
}

const BODY: &str = r#"    String name(int n) {
        if (n > 3) {
            return "many";
        }
        return "few" + n;
    }

    IntSupplier later(int n) {
        return () -> n + 1;
    }

    int chosen(String s) {
        switch (s) {
            case "a": return 1;
            case "b": return 2;
            default: return assertPositive(s.length());
        }
    }

    private static int assertPositive(int n) {
        try {
            return Math.addExact(n, 1);
        } catch (ArithmeticException e) {
            throw new IllegalStateException("too large", e);
        }
    }"#;

#[test]
fn moved_lines_other_constants_and_renumbered_lambdas_change_no_hash() {
    let one = compiled("one", BODY, &["-g"]);
    // More constants in front, so that indices no longer fit a byte; a lambda before the other; lines moved.
    let constant = |n: u32| format!("        text = \"constant {n}\";\n");
    let constants = (0..300).map(constant).collect::<Vec<_>>().concat();
    let before = format!(
        "    static Object text;\n    static void fill() {{\n{constants}    }}\n    Runnable first() {{\n        return () -> text = 1;\n    }}\n\n\n"
    );
    let other = compiled("other", &(before + BODY), &["-g:none"]);
    for name in ["name", "later", "chosen", "assertPositive", "<init>"] {
        assert_eq!(one[name].hash, other[name].hash, "{name}");
    }
    assert_eq!(one["lambda$later$0"].hash, other["lambda$later$1"].hash);
    assert!(other["name"].lines.is_empty() && one["name"].lines.len() == 3);
}

#[test]
fn what_a_method_does_changes_its_hash_and_no_other_and_says_which_line() {
    let one = compiled("before", BODY, &["-g"]);
    for (name, from, to, changed) in [
        ("constant", "n > 3", "n > 2", &["name"][..]),
        ("jump", "n > 3", "n >= 3", &["name"]),
        ("text", "\"few\"", "\"two\"", &["name"]),
        ("lambda", "n + 1;", "n - 1;", &["lambda$later$0", "later"]),
        ("switch", "case \"b\": return 2", "case \"b\": return 3", &["chosen"]),
        ("callee", "Math.addExact", "Math.subtractExact", &["assertPositive"]),
        ("handler", "catch (ArithmeticException", "catch (RuntimeException", &["assertPositive"]),
        ("flags", "    int chosen", "    synchronized int chosen", &["chosen"]),
        ("annotation", "    int chosen", "    @Deprecated int chosen", &["chosen"]),
    ] {
        let other = compiled(name, &BODY.replace(from, to), &["-g"]);
        let differs = |(method, code): (&String, &MethodCode)| {
            (other[method].hash != code.hash).then(|| method.clone())
        };
        assert_eq!(one.iter().filter_map(differs).collect::<Vec<_>>(), changed, "{name}");
    }
    let lines = |of: &BTreeMap<String, MethodCode>| of["name"].lines.clone();
    let other = compiled("line", &BODY.replace("\"few\"", "\"two\""), &["-g"]);
    let pairs = lines(&one).into_iter().zip(lines(&other));
    let changed: Vec<u32> = pairs.filter(|(a, b)| a.1 != b.1).map(|(a, _)| a.0).collect();
    assert_eq!(changed, [7], "the second return");
}
