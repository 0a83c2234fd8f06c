//! Leaving out tests for which nothing has changed since they passed (`docs/baseline.md`), with JUnit 4, JUnit 3, the JUnit
//! Platform, and JUnit 4 below it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use faultline_recording_store::load::{load, load_as};
use faultline_recording_store::reading::Reading;
use faultline_spectrum::Outcome;
use faultline_tests::{Dist, Finished, Fixture, maven, run};
use serde_json::Value;

const TEXT: &str = "package org.example;

public class Text {
    public String twice(String of) {
        return of + of;
    }

    public String quoted(String of) {
        return '\"' + of + '\"';
    }

    public static int length(String of) {
        return of.length();
    }
}
";

/// Makes parameters, and does nothing else.
const WORDS: &str = "package org.example;

public class Words {
    public static Object[] few() {
        return new Object[] {\"a\", \"bb\"};
    }
}
";

/// Classes of tests: of JUnit 4 with parameters, of JUnit 3, and a helper in between.
const TESTS: [(&str, &str); 4] = [
    (
        "TextTest",
        "import static org.junit.Assert.*;
        import org.junit.*;
        public class TextTest {
            @BeforeClass public static void before() { System.out.println(\"before TextTest\"); }
            @Test public void twice() { assertEquals(\"aa\", new Text().twice(\"a\")); }
            @Test public void quoted() { Expect.that(\"'a'\".replace('\\'', '\"'), new Text().quoted(\"a\")); }
        }",
    ),
    (
        "LengthTest",
        "import static org.junit.Assert.*;
        import org.junit.*;
        import org.junit.runner.RunWith;
        import org.junit.runners.Parameterized;
        @RunWith(Parameterized.class)
        public class LengthTest {
            @Parameterized.Parameters public static Object[] of() { return Words.few(); }
            @Parameterized.Parameter public String of;
            @BeforeClass public static void before() { System.out.println(\"before LengthTest\"); }
            @Test public void length() { assertTrue(Text.length(of) > 0); }
        }",
    ),
    (
        "OldTest",
        "public class OldTest extends junit.framework.TestCase {
            public void testTwice() { assertEquals(\"bb\", new Text().twice(\"b\")); }
            public void testLength() { assertEquals(1, Text.length(\"b\")); }
        }",
    ),
    ("Expect", "class Expect { static void that(String a, String b) { org.junit.Assert.assertEquals(a, b); } }"),
];

/// Reads the tests that ran, without the rows of earlier runs.
fn ran() -> Reading {
    Reading { without_carried: true, ..Reading::default() }
}

struct Project(Fixture);

impl Project {
    fn new(name: &str) -> Self {
        let fixture = Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), name);
        maven(Command::new("mvn").args(["-B", "-ntp", "-q", "test-compile"]), &fixture.folder).expect_code(0);
        fs::remove_dir_all(fixture.folder.join("target/test-classes")).expect("its own tests");
        let project = Self(fixture);
        project.write("src/main/java/org/example/Text.java", TEXT);
        project.write("src/main/java/org/example/Words.java", WORDS);
        for (name, text) in TESTS {
            project.write(
                &format!("src/test/java/org/example/{name}.java"),
                &format!("package org.example;\n{text}"),
            );
        }
        project.compile();
        project
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, text).expect("a file");
    }

    fn edit(&self, path: &str, from: &str, to: &str) {
        let file = self.0.folder.join(path);
        let text = fs::read_to_string(&file).expect("a source");
        assert!(text.contains(from), "{text}");
        fs::write(file, text.replace(from, to)).expect("a source");
        self.compile();
    }

    fn compile(&self) {
        let javac = |arguments: &[&str]| {
            run(Command::new("javac").args(arguments), &self.0.folder).expect_code(0);
        };
        let classes = ["Text", "Words"].map(|name| format!("src/main/java/org/example/{name}.java"));
        javac(&["-g", "-d", "target/classes", &classes[0], &classes[1]]);
        let sources = TESTS.map(|(name, _)| format!("src/test/java/org/example/{name}.java"));
        let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
        let on = "target/classes:target/libraries/*";
        javac(&[&["-g", "-cp", on, "-d", "target/test-classes"], &sources[..]].concat());
    }

    fn record(&self, options: &[&str], code: i32) -> Finished {
        let mut command = Dist::find().command(&["run"]);
        command.args(options).args(["--", "java", "-cp"]);
        command.args(["target/test-classes:target/classes:target/libraries/*", "org.junit.runner.JUnitCore"]);
        command.args(["org.example.TextTest", "org.example.LengthTest", "org.example.OldTest"]);
        let done = run(&mut command, &self.0.folder);
        done.expect_code(code);
        done
    }

    /// The tests of the last recording.
    fn ran(&self) -> BTreeSet<String> {
        let folder = self.0.folder.join(".faultline");
        let tests = load_as(&[folder], ran()).expect("a recording").spectrum.tests;
        tests.into_iter().map(|test| test.unique_id).collect()
    }

    /// What `rank` says of the suspects, by lines: names, places, counts and scores.
    fn suspects(&self) -> Vec<Value> {
        let mut command = Dist::find().command(&["rank", "--level", "line", "--ranking", "ochiai", "--json"]);
        let done = run(&mut command, &self.0.folder);
        done.expect_code(0);
        let json: Value = serde_json::from_str(&done.stdout).expect("JSON");
        json["groups"][0]["suspects"].as_array().expect("suspects").clone()
    }

    fn affected(&self, arguments: &[&str]) -> String {
        let mut command = Dist::find().command(&["affected"]);
        let done = run(command.args(arguments), &self.0.folder);
        done.expect_code(0);
        done.stdout
    }
}

fn names(tests: &[&str]) -> BTreeSet<String> {
    let parts = tests.iter().filter_map(|test| test.split_once(' '));
    parts.map(|(name, class)| format!("{name}(org.example.{class})")).collect()
}

const ALL: [&str; 6] = [
    "twice TextTest",
    "quoted TextTest",
    "length[0] LengthTest",
    "length[1] LengthTest",
    "testTwice OldTest",
    "testLength OldTest",
];

#[test]
fn only_tests_for_which_something_has_changed_run() {
    let project = Project::new("affected");
    let text = "src/main/java/org/example/Text.java";
    // Nothing is known yet: all run.
    project.record(&["--affected"], 0);
    assert_eq!(project.ran(), names(&ALL));
    let done = project.record(&["--affected"], 0);
    assert!(
        done.stderr.contains("6 tests not affected and left out; nothing has changed"),
        "{}",
        done.stderr
    );
    assert!(!done.stdout.contains("before"), "no fixture of a class that is left out runs: {}", done.stdout);
    assert_eq!(project.ran(), names(&ALL), "the recording before is kept");

    // Moved lines change nothing, and a method concerns the tests that run it.
    project.edit(text, "public class", "// moved\n\npublic class");
    project.edit(text, "of + of", "of.concat(of)");
    let listed = project.affected(&[]);
    assert!(listed.contains("runs org.example.Text, whose twice has changed"), "{listed}");
    assert!(listed.ends_with("2 of 6 known tests are affected\n"), "{listed}");
    assert_eq!(
        project.affected(&["--format", "gradle"]),
        "--tests org.example.OldTest.testTwice --tests org.example.TextTest.twice\n"
    );
    let done = project.record(&["--affected"], 0);
    assert_eq!(project.ran(), names(&["twice TextTest", "testTwice OldTest"]));
    assert!(done.stderr.contains("4 tests not affected and left out"), "{}", done.stderr);
    assert!(done.stdout.contains("before TextTest") && !done.stdout.contains("before LengthTest"));

    // A test that fails runs until it passes; the others keep their passes.
    project.edit(text, "of.length()", "of.length() - 1");
    project.record(&["--affected"], 1);
    assert_eq!(project.ran(), names(&["length[0] LengthTest", "length[1] LengthTest", "testLength OldTest"]));
    project.record(&["--affected"], 1);
    assert_eq!(project.ran(), names(&["length[0] LengthTest", "testLength OldTest"]));
    let json: Value = serde_json::from_str(&project.affected(&["--json"])).expect("JSON");
    let tests = json["tests"].as_array().expect("tests");
    assert!(tests.iter().all(|test| test["kind"] == "failed-last"), "{json:#}");
    assert_eq!((tests.len(), &json["known"]), (2, &6.into()), "{json:#}");
    project.edit(text, "of.length() - 1", "of.length()");
    project.record(&["--affected"], 0);
    let back = names(&["length[0] LengthTest", "length[1] LengthTest", "testLength OldTest"]);
    assert_eq!(project.ran(), back, "what passed with the edit is compared with the edit");

    // The code of tests, what they have in common, resources and new methods.
    project.edit("src/test/java/org/example/Expect.java", "assertEquals(a, b)", "assertEquals(b, a)");
    project.record(&["--affected"], 0);
    assert_eq!(project.ran(), names(&["twice TextTest", "quoted TextTest"]), "Expect is code of TextTest");
    project.edit(
        text,
        "public static int",
        "@Override public String toString() { return twice(\"\"); }\n\n    public static int",
    );
    project.record(&["--affected"], 0);
    assert_eq!(project.ran(), names(&ALL), "a new method may be called in place of another one");
    project.write("target/classes/text.properties", "a=b\n");
    project.record(&["--affected"], 0);
    assert_eq!(project.ran(), names(&ALL));
    project.write("src/test/data/words.txt", "a\n");
    project.record(&["--affected"], 0);
    assert_eq!(project.ran(), names(&ALL), "a test may read it by path");
    fs::remove_file(project.0.folder.join("src/test/data/words.txt")).expect("a file");
    project.record(&["--affected"], 0);
    assert_eq!(project.ran(), names(&ALL), "it is gone");
    let none = project.affected(&[]);
    assert_eq!(none, "0 of 6 known tests are affected\n");
    assert_eq!(project.affected(&["--format", "maven"]), "");
}

#[test]
fn code_that_makes_parameters_counts_for_their_tests() {
    let project = Project::new("affected-parameters");
    project.record(&[], 0);
    project.edit("src/main/java/org/example/Words.java", "bb", "ccc");
    project.record(&["--affected"], 0);
    assert_eq!(project.ran(), names(&["length[0] LengthTest", "length[1] LengthTest"]));
}

#[test]
fn a_baseline_that_cannot_be_read_lets_all_tests_run() {
    let project = Project::new("affected-damaged");
    project.record(&[], 0);
    let file = project.0.folder.join(".faultline/baseline.flb");
    let mut content = fs::read(&file).expect("a baseline");
    let last = content.len() - 1;
    content[last] ^= 1;
    fs::write(&file, content).expect("a file");
    let mut command = Dist::find().command(&["affected"]);
    let refused = run(&mut command, &project.0.folder);
    refused.expect_code(1);
    assert!(refused.stderr.contains("baseline.flb"), "{}", refused.stderr);
    project.record(&["--affected"], 0);
    assert_eq!(project.ran(), names(&ALL));
    fs::remove_file(&file).expect("a baseline");
    let refused = run(&mut Dist::find().command(&["affected"]), &project.0.folder);
    refused.expect_code(1);
    assert!(refused.stderr.contains("`faultline run` keeps one beside its recordings"), "{}", refused.stderr);
}

#[test]
fn rows_of_tests_that_were_left_out_count_as_if_they_had_run() {
    let project = Project::new("affected-carried");
    let text = "src/main/java/org/example/Text.java";
    project.record(&[], 0);
    project.edit(text, "public class", "// moved\n\npublic class");
    project.edit(text, "'\"' + of + '\"'", "'\"' + of");
    project.record(&["--affected"], 1);
    assert_eq!(project.ran(), names(&["quoted TextTest"]));
    let ranked = run(&mut Dist::find().command(&["rank"]), &project.0.folder);
    let note = "5 tests were left out of the run, since nothing has changed for them";
    assert!(
        ranked.stderr.contains(note) || ranked.stdout.contains(note),
        "{}{}",
        ranked.stdout,
        ranked.stderr
    );
    let carried = project.suspects();
    let doctor = run(&mut Dist::find().command(&["doctor"]), &project.0.folder);
    doctor.expect_code(0);

    // A second time: the rows are carried over once more, with lines that have moved again.
    project.edit(text, "// moved", "// moved\n// again");
    project.record(&["--affected"], 1);
    let again = project.suspects();
    project.record(&[], 1);
    assert_eq!(
        load(&[project.0.folder.join(".faultline")]).expect("a recording").spectrum.tests.len(),
        ALL.len()
    );
    assert_eq!(again, project.suspects());
    assert_eq!(carried.len(), again.len());
    assert!(again.iter().any(|suspect| suspect["ep"] != 0), "{again:#?}");
    let shown = project.affected(&[]);
    assert!(shown.ends_with("1 of 6 known tests is affected\n"), "{shown}");
}

/// Outcomes of the tests of a folder's recordings, by class and method without what tells invocations apart.
fn outcomes(fixture: &Fixture, reading: Reading) -> BTreeMap<String, Vec<Outcome>> {
    let mut outcomes = BTreeMap::<String, Vec<Outcome>>::new();
    for test in load_as(&[fixture.recordings()], reading).expect("a recording").spectrum.tests {
        let method = test.method.split(['(', '[']).next().unwrap_or_default().trim().to_owned();
        let name = if method.is_empty() { test.unique_id } else { format!("{}#{method}", test.class) };
        outcomes.entry(name).or_default().push(test.outcome);
    }
    outcomes
}

/// Records a Maven build, and again what is affected: those tests alone that did not all pass. Returns how many rows that leaves
/// out. `whole` is a class whose engine runs all of its tests.
fn again(build: &str, whole: &str) -> usize {
    let fixture = Fixture::copy_as(
        &format!("builds/{build}"),
        env!("CARGO_TARGET_TMPDIR"),
        &format!("affected-{build}"),
    );
    // Of one module, and read by no other.
    let resource =
        if build == "multi-module" { "lib/src/test/resources/a.txt" } else { "src/test/resources/a.txt" };
    let resource = fixture.folder.join(resource);
    fs::create_dir_all(resource.parent().expect("a folder")).expect("a folder");
    fs::write(resource, "a\n").expect("a file");
    let record = |options: &[&str]| {
        let mut command = Dist::find().command(&["run"]);
        let done = maven(command.args(options).args(["--", "mvn", "-B", "-ntp", "test"]), &fixture.folder);
        (done, outcomes(&fixture, ran()))
    };
    let (first, all) = record(&[]);
    let (second, ran) = record(&["--affected"]);
    assert_eq!(first.code, second.code, "{build}: {}", second.stdout);
    let passes = |outcomes: &Vec<Outcome>| outcomes.iter().all(|outcome| *outcome == Outcome::Passed);
    let wanted: BTreeSet<&String> = all
        .iter()
        .filter(|(name, outcomes)| !passes(outcomes) || name.starts_with(whole))
        .map(|(name, _)| name)
        .collect();
    if wanted.is_empty() {
        assert!(
            second.stderr.contains("nothing has changed for them since they passed"),
            "{build}: {}",
            second.stderr
        );
        return all.values().map(Vec::len).sum();
    }
    assert_eq!(ran.keys().collect::<BTreeSet<_>>(), wanted, "{build}: {}", second.stderr);
    let rows = |of: &BTreeMap<String, Vec<Outcome>>| {
        of.iter().map(|(name, outcomes)| (name.clone(), outcomes.len())).collect::<BTreeMap<_, _>>()
    };
    assert_eq!(rows(&outcomes(&fixture, Reading::default())), rows(&all), "{build}: rows are carried over");
    for (name, outcomes) in &ran {
        let of_all = &all[name];
        assert!(
            outcomes.iter().all(|outcome| of_all.contains(outcome)),
            "{build}: {name} {outcomes:?} {of_all:?}"
        );
    }
    let left_out: usize =
        all.iter().filter(|(name, _)| !wanted.contains(name)).map(|(_, rows)| rows.len()).sum();
    assert_eq!(
        second.stderr.contains("not affected and left out"),
        left_out > 0,
        "{build}: {}",
        second.stderr
    );
    left_out
}

#[test]
fn the_platform_is_left_what_did_not_pass_of_jupiter() {
    // The suite would fail without a test, so it runs its own.
    assert!(again("jupiter-zoo", "org.example.CageTest#cage") > 10);
}

#[test]
fn runners_of_junit_4_are_left_what_did_not_pass() {
    assert!(again("junit4-runners", "-") > 1);
}

#[test]
fn each_module_compares_with_its_own_class_path() {
    assert!(again("multi-module", "-") > 1);
}

#[test]
fn testng_is_left_what_did_not_pass() {
    assert!(again("testng", "-") > 3);
}

#[test]
fn methods_of_testng_that_others_depend_on_run_with_them() {
    let fixture = Fixture::copy_as("builds/testng", env!("CARGO_TARGET_TMPDIR"), "affected-testng-depends");
    let tests = "package org.example;
        import org.testng.annotations.*;
        public class OrderTest {
            @Test public void first() { new Stack().push(1); }
            @Test(dependsOnMethods = \"first\") public void second() { new Stack().push(1); }
            @Test(dependsOnMethods = \"second\") public void third() { new Stack().pop(); }
            @Test public void other() { new Stack().push(2); }
            @DataProvider public Object[][] rows() { return Code.rows(); }
            @Test(dataProvider = \"rows\") public void rows(int number) { new Stack().push(number); }
        }";
    let code = |rows: &str| {
        let text = format!(
            "package org.example;\nclass Code {{ static Object[][] rows() {{ return new Object[][] {{{rows}}}; }} }}\n"
        );
        fs::write(fixture.folder.join("src/main/java/org/example/Code.java"), text).expect("code");
    };
    code("{1}, {2}");
    fs::write(fixture.folder.join("src/test/java/org/example/OrderTest.java"), tests).expect("a test");
    let record = |options: &[&str]| {
        let mut command = Dist::find().command(&["run"]);
        command.args(options).args(["--", "mvn", "-B", "-ntp", "test", "-Dtest=OrderTest"]);
        maven(&mut command, &fixture.folder).expect_code(1);
        outcomes(&fixture, ran()).into_keys().collect::<Vec<_>>()
    };
    let names =
        |tests: &[&str]| tests.iter().map(|test| format!("org.example.OrderTest#{test}")).collect::<Vec<_>>();
    assert_eq!(record(&[]), names(&["first", "other", "rows", "second", "third"]));
    assert_eq!(record(&["--affected"]), names(&["first", "second", "third"]), "the third one fails");
    code("{1}, {3}");
    let wanted = names(&["first", "rows", "second", "third"]);
    assert_eq!(record(&["--affected"]), wanted, "code of no test makes the rows");
}

#[test]
fn engines_of_the_platform_are_left_what_did_not_pass() {
    assert!(again("engines", "-") > 3);
}

#[test]
fn kotest_is_left_classes_in_which_something_did_not_pass() {
    assert_eq!(again("kotest", "[engine:kotest]/[spec:org.example.OrdersSpec]"), 1);
}

#[test]
fn scalatest_is_left_what_did_not_pass() {
    assert_eq!(again("scalatest", "-"), 2);
}
