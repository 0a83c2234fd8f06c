//! Flaky tests beside regressions, in a project that is recorded before and after twenty edits (`docs/baseline.md`).

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::net::TcpListener;
use std::process::Command;
use std::time::{Duration, SystemTime};

use faultline_tests::{Dist, Finished, Fixture, maven, run};
use serde_json::Value;

/// An edit that makes a test fail: a name, the classes, what is replaced, by what, and what the test asserts.
type Regression = (&'static str, &'static str, &'static str, &'static str, &'static str);

const REGRESSIONS: [Regression; 20] = [
    (
        "operator",
        "class Operator { int of(int a, int b) { return a + b; } }",
        "a + b",
        "a - b",
        "5, new Operator().of(3, 2)",
    ),
    (
        "boundary",
        "class Boundary { boolean of(int n) { return n > 3; } }",
        "n > 3",
        "n >= 3",
        "false, new Boundary().of(3)",
    ),
    (
        "literal",
        "class Literal { String of() { return \"few\"; } }",
        "few",
        "two",
        "\"few\", new Literal().of()",
    ),
    (
        "negation",
        "class Negation { boolean of(boolean b) { return b; } }",
        "return b",
        "return !b",
        "true, new Negation().of(true)",
    ),
    (
        "statement",
        "class Statement { int of(int... n) { java.util.Arrays.sort(n); return n[0]; } }",
        "java.util.Arrays.sort(n); ",
        "",
        "1, new Statement().of(3, 1)",
    ),
    (
        "constant",
        "class Limits { static final int MOST = 10; } class Constant { int of(int n) { return Math.min(n, Limits.MOST); } }",
        "MOST = 10",
        "MOST = 9",
        "10, new Constant().of(12)",
    ),
    (
        "table",
        "class Table { static final int[] ALL = {1, 2, 3}; int of(int n) { return ALL[n]; } }",
        "1, 2, 3",
        "1, 2, 4",
        "3, new Table().of(2)",
    ),
    (
        "field",
        "class Field { int base = 1; int of(int n) { return base + n; } }",
        "base = 1",
        "base = 2",
        "3, new Field().of(2)",
    ),
    (
        "lambda",
        "class Lambda { int of(int n) { java.util.function.IntUnaryOperator f = m -> m * 2; return f.applyAsInt(n); } }",
        "m * 2",
        "m * 3",
        "4, new Lambda().of(2)",
    ),
    (
        "anonymous",
        "class Anonymous { int of(int n) { return new Object() { int twice() { return 2 * n; } }.twice(); } }",
        "2 * n",
        "3 * n",
        "4, new Anonymous().of(2)",
    ),
    (
        "inherited",
        "class Parent { int of(int n) { return n + 1; } } class Inherited extends Parent { }",
        "n + 1",
        "n + 2",
        "3, new Inherited().of(2)",
    ),
    (
        "preset",
        "interface Presets { default int of(int n) { return n + 1; } } class Preset implements Presets { }",
        "n + 1",
        "n + 2",
        "3, new Preset().of(2)",
    ),
    (
        "constants",
        "enum Constants { A(1), B(2); final int n; Constants(int n) { this.n = n; } int of() { return n; } }",
        "B(2)",
        "B(3)",
        "2, Constants.B.of()",
    ),
    (
        "exception",
        "class Thrown { String of(String s) { try { return s.trim(); } catch (NullPointerException e) { return \"\"; } } }",
        "NullPointerException",
        "IllegalStateException",
        "\"\", new Thrown().of(null)",
    ),
    (
        "text",
        "class Text { int of(String s) { switch (s) { case \"a\": return 1; case \"b\": return 2; default: return 0; } } }",
        "case \"b\"",
        "case \"c\"",
        "2, new Text().of(\"b\")",
    ),
    (
        "annotation",
        "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @interface Tag { int value(); } @Tag(1) class Annotated { int of() { return Annotated.class.getAnnotation(Tag.class).value(); } }",
        "@Tag(1)",
        "@Tag(2)",
        "1, new Annotated().of()",
    ),
    (
        "loop",
        "class Loop { int of(int n) { int sum = 0; for (int i = 0; i <= n; i++) sum += i; return sum; } }",
        "i <= n",
        "i < n",
        "6, new Loop().of(3)",
    ),
    (
        "override",
        "class Above { int of() { return 1; } } class Override_ extends Above { int of() { return 2; } }",
        "{ int of() { return 2; } }",
        "{ }",
        "2, new Override_().of()",
    ),
    (
        "inner",
        "class Outer { class Inner { int of() { return 1; } } int of() { return new Inner().of(); } }",
        "return 1",
        "return 2",
        "1, new Outer().of()",
    ),
    (
        "overload",
        "class Overload { int text(Object o) { return 1; } int of() { return text(\"\"); } }",
        "int of()",
        "int text(String s) { return 2; } int of()",
        "1, new Overload().of()",
    ),
];

/// What flaky tests run. Nobody edits it.
const OUTSIDE: &str = r"package org.example;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

public class Outside {
    /** What another test prepares. */
    static final Set<String> PREPARED = new HashSet<>();

    /** Whether a token is younger than a day. */
    boolean isFresh(String token) {
        return System.currentTimeMillis() - new File(token).lastModified() < 86_400_000;
    }

    boolean listens(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    /** A draw of a source that gives even and odd numbers by turns. */
    boolean draws(String source) throws IOException {
        Path file = new File(source).toPath();
        int next = Integer.parseInt(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        Files.write(file, String.valueOf(next + 1).getBytes(StandardCharsets.UTF_8));
        return next % 2 == 0;
    }

    /** Whether a file could be made; it is removed, whoever made it. */
    boolean claims(String name) throws IOException {
        File file = new File(name);
        boolean isNew = file.createNewFile();
        return file.delete() && isNew;
    }
}
";

/// The kinds of flaky tests, with what each asserts; `N` is the number of the test.
const KINDS: [(&str, &str); 5] = [
    ("Time", "new Outside().isFresh(\"outside/token-N\")"),
    ("Order", "Outside.PREPARED.contains(\"N\")"),
    ("Port", "new Outside().listens(Integer.getInteger(\"port.N\"))"),
    ("Random", "new Outside().draws(\"outside/source-N\")"),
    ("Leftover", "new Outside().claims(\"outside/lock-N\")"),
];
/// Tests of each kind.
const EACH: usize = 4;

struct Project {
    fixture: Fixture,
    /// The ports that tests listen on.
    ports: Vec<u16>,
}

impl Project {
    fn new(name: &str) -> Self {
        let fixture = Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), name);
        maven(Command::new("mvn").args(["-B", "-ntp", "-q", "test-compile"]), &fixture.folder).expect_code(0);
        let sockets: Vec<TcpListener> =
            (0..EACH).map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port")).collect();
        let ports = sockets.iter().map(|socket| socket.local_addr().expect("an address").port()).collect();
        let project = Self { fixture, ports };
        project.write("src/main/java/org/example/Outside.java", OUTSIDE);
        for (kind, asserted) in KINDS {
            project.write_test(
                kind,
                (1..=EACH).map(|n| {
                    (
                        format!("{}{n}", kind.to_lowercase()),
                        format!("true, {}", asserted.replace('N', &n.to_string())),
                    )
                }),
            );
        }
        let prepared =
            (1..=EACH).map(|n| (format!("prepares{n}"), format!("true, Outside.PREPARED.add(\"{n}\")")));
        project.write_test("First", prepared);
        project.write_test(
            "Regression",
            REGRESSIONS.iter().map(|(name, .., asserted)| ((*name).to_owned(), (*asserted).to_owned())),
        );
        project
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.fixture.folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, text).expect("a source");
    }

    fn write_test(&self, class: &str, tests: impl Iterator<Item = (String, String)>) {
        let test = |(name, asserted)| {
            format!(
                "    @Test public void {name}() throws Exception {{\n        assertEquals({asserted});\n    }}\n"
            )
        };
        let text = format!(
            "package org.example;\n\nimport static org.junit.Assert.*;\n\nimport org.junit.Test;\n\npublic class {class}Test {{\n{}}}\n",
            tests.map(test).collect::<String>()
        );
        self.write(&format!("src/test/java/org/example/{class}Test.java"), &text);
    }

    /// Compiles the project, with its edits or without.
    fn compile(&self, is_edited: bool) {
        for (name, before, from, to, _) in REGRESSIONS {
            assert_eq!(before.matches(from).count(), 1, "{name}");
            let text = if is_edited { before.replace(from, to) } else { before.to_owned() };
            self.write(
                &format!("src/main/java/org/example/{name}.java"),
                &format!("package org.example;\n\n{text}\n"),
            );
        }
        let sources = |folder: &str| {
            let folder = format!("{folder}/org/example");
            let names = fs::read_dir(self.fixture.folder.join(&folder)).expect("sources").flatten();
            names.map(|entry| format!("{folder}/{}", entry.file_name().display())).collect::<Vec<_>>()
        };
        for (folder, path, out) in [
            ("src/main/java", "target/classes", "target/classes"),
            ("src/test/java", "target/classes:target/libraries/*", "target/test-classes"),
        ] {
            let mut javac = Command::new("javac");
            run(
                javac.args(["-g", "-nowarn", "-cp", path, "-d", out]).args(sources(folder)),
                &self.fixture.folder,
            )
            .expect_code(0);
        }
    }

    /// Leaves the world outside such that flaky tests pass or fail. Returns what holds their ports.
    fn world(&self, is_bad: bool) -> Vec<TcpListener> {
        let day = Duration::from_hours(24);
        for n in 1..=EACH {
            self.write(&format!("outside/token-{n}"), "");
            let token =
                File::options().append(true).open(self.fixture.folder.join(format!("outside/token-{n}")));
            let time = SystemTime::now() - if is_bad { 2 * day } else { Duration::ZERO };
            token.and_then(|token| token.set_modified(time)).expect("a time");
            self.write(&format!("outside/source-{n}"), if is_bad { "1" } else { "0" });
            if is_bad {
                self.write(&format!("outside/lock-{n}"), "");
            }
        }
        let held = self.ports.iter().filter(|_| is_bad);
        held.map(|port| TcpListener::bind(("127.0.0.1", *port)).expect("the port is free")).collect()
    }

    /// Records the tests; `classes` in their order.
    fn record(&self, options: &[&str], classes: &[&str]) -> Finished {
        let mut command = Dist::find().command(&["run"]);
        command.args(options).args(["--", "java"]);
        for (at, port) in self.ports.iter().enumerate() {
            command.arg(format!("-Dport.{}={port}", at + 1));
        }
        command.args([
            "-cp",
            "target/test-classes:target/classes:target/libraries/*",
            "org.junit.runner.JUnitCore",
        ]);
        command.args(classes.iter().map(|class| format!("org.example.{class}Test")));
        run(&mut command, &self.fixture.folder)
    }

    fn answer(&self, arguments: &[&str], code: i32) -> Finished {
        let finished = run(&mut Dist::find().command(arguments), &self.fixture.folder);
        finished.expect_code(code);
        finished
    }

    fn ranked(&self) -> Value {
        let answer = self.answer(&["rank", "--json", "--top", "1", "--no-history"], 0);
        serde_json::from_str(&answer.stdout).expect("JSON")
    }
}

const GOOD_ORDER: [&str; 7] = ["First", "Order", "Time", "Port", "Random", "Leftover", "Regression"];
const BAD_ORDER: [&str; 7] = ["Order", "First", "Time", "Port", "Random", "Leftover", "Regression"];

/// The verdict on each failing test, in the order of the groups.
fn verdicts(ranked: &Value) -> Vec<(String, String)> {
    let groups = ranked["groups"].as_array().expect("groups");
    let of_group = |group: &Value| {
        assert_eq!(
            group["failing"].as_array().map(Vec::len),
            Some(1),
            "each fails at a line of its own: {group:#}"
        );
        let name = |value: &Value| value.as_str().expect("a text").to_owned();
        (name(&group["failing"][0]["method"]), name(&group["since"][0]["verdict"]))
    };
    groups.iter().map(of_group).collect()
}

fn is_regression(test: &str) -> bool {
    REGRESSIONS.iter().any(|(name, ..)| *name == test)
}

#[test]
fn flaky_tests_are_told_from_regressions_by_what_has_changed_and_by_running_them_again() {
    let project = Project::new("flaky");
    project.compile(false);
    drop(project.world(false));
    project.record(&[], &GOOD_ORDER).expect_code(0);
    project.answer(&["check", "new-failed<=0", "flaky<=0"], 0);

    project.compile(true);
    let held = project.world(true);
    let finished = project.record(&["--rerun-failed", "1"], &BAD_ORDER);
    finished.expect_code(1);
    let left_out = "20 failing tests are not run again";
    assert!(finished.stderr.contains(left_out), "{}", finished.stderr);

    // Without the runs again: told apart by what has changed alone.
    let reruns = project.fixture.recordings().join("reruns.tsv");
    let aside = project.fixture.folder.join("reruns.tsv");
    fs::rename(&reruns, &aside).expect("the runs were kept");
    let ranked = project.ranked();
    let all = verdicts(&ranked);
    let called_flaky = |wanted: bool| {
        all.iter().filter(|(test, verdict)| is_regression(test) == wanted && verdict == "unchanged").count()
    };
    println!(
        "flaky tests found: {} of 20; regressions called flaky: {} of 20",
        called_flaky(false),
        called_flaky(true)
    );
    let wrong: Vec<_> = all
        .iter()
        .filter(|(test, verdict)| verdict != if is_regression(test) { "changed" } else { "unchanged" })
        .collect();
    assert_eq!((all.len(), wrong), (40, Vec::new()));
    let last: BTreeSet<&str> = all[20..].iter().map(|(test, _)| test.as_str()).collect();
    assert!(!last.iter().any(|test| is_regression(test)), "flaky tests are the last groups: {last:?}");
    let group = &ranked["groups"][39];
    assert_eq!(
        (&group["doubt"]["unchanged"], &group["doubt"]["last"]),
        (&1.into(), &true.into()),
        "{group:#}"
    );
    for (rules, code, sentence) in [
        (&["flaky<=20", "new-failed<=20"][..], 0, "all 2 rules hold"),
        (&["flaky<=19"], 4, "flaky<=19 is violated: flaky of the suite is 20"),
        (&["new-failed<=0"], 4, "new-failed<=0 is violated: new-failed of the suite is 20"),
    ] {
        let answer = project.answer(&[&["check"], rules].concat(), code);
        assert!(answer.stdout.contains(sentence), "{}", answer.stdout);
    }

    // With them: what passed is flaky, what failed again depends on something outside.
    fs::rename(&aside, &reruns).expect("the runs are back");
    let again: BTreeMap<String, String> = verdicts(&project.ranked()).into_iter().collect();
    for (kind, verdict) in [
        ("time", "outside"),
        ("order", "outside"),
        ("port", "outside"),
        ("random", "flaky"),
        ("leftover", "flaky"),
    ] {
        for n in 1..=EACH {
            assert_eq!(again[&format!("{kind}{n}")], verdict, "{kind}{n}");
        }
    }
    let failed = "org.example.TimeTest#time1 failed 1 of 1 time when it was run again alone\n";
    let passed =
        "org.example.RandomTest#random1 passed 1 of 1 time when it was run again alone: it is flaky\n";
    assert!(finished.stderr.contains(failed) && finished.stderr.contains(passed), "{}", finished.stderr);
    let page =
        project.answer(&["rank", "--failing", "org.example.RandomTest#random1", "--no-history"], 0).stdout;
    assert!(
        page.contains(
            "This is probably not a fault of the code: the test passed when it was run again alone"
        ),
        "{page}"
    );
    marks(&project);

    // The next run, in which nothing has changed: what fails again is not new.
    project.record(&[], &BAD_ORDER).expect_code(1);
    project.answer(&["check", "new-failed<=0"], 0);
    drop(held);
}

/// Formats of build servers say which suspects have changed, and why a group is in doubt.
fn marks(project: &Project) {
    let mark = "changed since RegressionTest#operator passed, ";
    for format in ["sarif", "github", "gitlab"] {
        let text = project
            .answer(&["rank", "--format", format, "--failing", "org.example.RegressionTest#operator"], 0)
            .stdout;
        let marked: Vec<&str> = text.lines().filter(|line| line.contains(mark)).collect();
        assert!(
            !marked.is_empty() && marked.iter().all(|line| line.contains("Operator.of")),
            "{format}: {text}"
        );
        let of_flaky = project
            .answer(&["rank", "--format", format, "--failing", "org.example.TimeTest#time1"], 0)
            .stdout;
        assert!(!of_flaky.contains("changed since"), "{format}: {of_flaky}");
    }
    let markdown = project.answer(&["rank", "--format", "markdown", "--no-history"], 0).stdout;
    assert!(markdown.contains("This is probably not a fault of the code"), "{markdown}");
}

#[test]
fn a_test_that_never_passed_is_run_again_and_rules_need_a_baseline() {
    let project = Project::new("flaky-first");
    project.compile(false);
    let held = project.world(true);
    // One class alone: three draws in a row fail, pass and fail.
    let finished = project.record(&["--rerun-failed", "3"], &["Random"]);
    finished.expect_code(1);
    let sentence = "org.example.RandomTest#random4 passed ";
    assert!(
        finished.stderr.contains(sentence) && finished.stderr.contains(" of 3 times"),
        "{}",
        finished.stderr
    );
    assert!(project.ranked()["groups"][0]["doubt"]["flaky"] == 1);
    project.answer(&["check", "flaky<=4", "new-failed<=0"], 0);
    fs::remove_file(project.fixture.recordings().join("baseline.flb")).expect("a baseline");
    let refused = project.answer(&["check", "failed<=9", "flaky<=4"], 1);
    assert!(
        refused.stderr.contains("the rule flaky<=4 cannot be checked: there is no baseline"),
        "{}",
        refused.stderr
    );
    project.answer(&["check", "failed<=9"], 0);
    drop(held);
}
