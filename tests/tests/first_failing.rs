//! `faultline run --first failing`: the tests most likely to fail run first (`docs/baseline.md`), with JUnit 4, the JUnit
//! Platform, JUnit 4 below it, and TestNG.

use std::fs;
use std::process::Command;

use faultline_recording_store::load::load_as;
use faultline_recording_store::reading::Reading;
use faultline_tests::{Dist, Fixture, maven, run};

const CLASSES: [&str; 3] = ["Alpha", "Beta", "Gamma"];
const METHODS: [&str; 2] = ["one", "two"];

/// Imports, and what stands before each class of tests.
struct Framework {
    imports: &'static str,
    before_class: &'static str,
}

const JUNIT4: Framework =
    Framework { imports: "import static org.junit.Assert.*; import org.junit.*;", before_class: "" };
const JUPITER: Framework = Framework {
    imports: "import static org.junit.jupiter.api.Assertions.*; import org.junit.jupiter.api.*;",
    before_class: "",
};
/// A person has fixed the order of the methods.
const JUPITER_ORDERED: Framework =
    Framework { before_class: "@TestMethodOrder(MethodOrderer.MethodName.class)", ..JUPITER };
const TESTNG: Framework = Framework {
    imports: "import static org.testng.Assert.*; import org.testng.annotations.*;",
    before_class: "",
};

/// Class and method of tests.
type Order = Vec<(String, String)>;

struct Project(Fixture);

impl Project {
    /// Three classes of two tests each; each test runs a method of its own.
    fn new(build: &str, name: &str, framework: &Framework) -> Self {
        let fixture = Fixture::copy_as(build, env!("CARGO_TARGET_TMPDIR"), name);
        for folder in ["src/main/java", "src/test/java"] {
            let folder = fixture.folder.join(folder);
            fs::remove_dir_all(&folder).expect("its own sources");
            fs::create_dir_all(folder.join("org/example")).expect("a folder");
        }
        let project = Self(fixture);
        project.write_code(None);
        for class in CLASSES {
            let test = |method: &&str| {
                format!("    @Test public void {method}() {{ assertEquals(1, Code.{method}{class}()); }}\n")
            };
            let tests: String = METHODS.iter().map(test).collect::<Vec<_>>().concat();
            let text = format!(
                "package org.example;\n{}\n{}\npublic class {class}Test {{\n{tests}}}\n",
                framework.imports, framework.before_class
            );
            let path = format!("src/test/java/org/example/{class}Test.java");
            fs::write(project.0.folder.join(path), text).expect("a test");
        }
        project
    }

    /// Writes the code under test; `edited` returns its value in another way.
    fn write_code(&self, edited: Option<&str>) {
        let method = |name: &str| {
            let value = if edited == Some(name) { "Integer.parseInt(\"1\")" } else { "1" };
            format!("    static int {name}() {{ return {value}; }}\n")
        };
        let names = CLASSES.iter().flat_map(|class| METHODS.map(|name| method(&format!("{name}{class}"))));
        let text = format!("package org.example;\nclass Code {{\n{}}}\n", names.collect::<Vec<_>>().concat());
        fs::write(self.0.folder.join("src/main/java/org/example/Code.java"), text).expect("code");
    }

    /// Class and method of the tests, in the order in which they ended.
    fn order(&self) -> Order {
        let ran = Reading { without_carried: true, ..Reading::default() };
        let tests = load_as(&[self.0.recordings()], ran).expect("a recording").spectrum.tests;
        let simple = |text: &str| text.rsplit('.').next().unwrap_or_default().to_owned();
        let method = |text: &str| text.split('(').next().unwrap_or_default().to_owned();
        tests.into_iter().map(|test| (simple(&test.class), method(&test.method))).collect()
    }

    /// Records twice, with an edit of what the last test runs in between. Returns both orders.
    #[track_caller]
    fn orders(&self, record: impl Fn(&[&str])) -> (Order, Order) {
        record(&[]);
        let before = self.order();
        assert_eq!(before.len(), CLASSES.len() * METHODS.len(), "{before:?}");
        let (class, method) = before.last().expect("tests");
        self.write_code(Some(&format!("{method}{}", class.trim_end_matches("Test"))));
        record(&["--first", "failing"]);
        (before, self.order())
    }

    /// Runs Maven's tests.
    fn with_maven(&self) -> (Order, Order) {
        self.orders(|options| {
            let mut command = Dist::find().command(&["run"]);
            command.args(options).args(["--", "mvn", "-B", "-ntp", "test"]);
            maven(&mut command, &self.0.folder).expect_code(0);
        })
    }
}

/// The order with the last class first; its tests are in the order of `methods`.
fn class_first(before: &[(String, String)], methods: [usize; 2]) -> Order {
    let (others, last) = before.split_at(before.len() - METHODS.len());
    methods.iter().map(|at| last[*at].clone()).chain(others.iter().cloned()).collect()
}

#[test]
fn junit_4_begins_with_what_runs_changed_code() {
    let project = Project::new("builds/plain-java", "first-junit4", &JUNIT4);
    maven(Command::new("mvn").args(["-B", "-ntp", "-q", "test-compile"]), &project.0.folder).expect_code(0);
    let tests = CLASSES.map(|class| format!("org.example.{class}Test"));
    let (before, after) = project.orders(|options| {
        let code = "src/main/java/org/example/Code.java";
        run(Command::new("javac").args(["-g", "-d", "target/classes", code]), &project.0.folder)
            .expect_code(0);
        let mut command = Dist::find().command(&["run"]);
        command.args(options).args(["--", "java", "-cp"]);
        command.args(["target/test-classes:target/classes:target/libraries/*", "org.junit.runner.JUnitCore"]);
        run(command.args(&tests), &project.0.folder).expect_code(0);
    });
    assert_eq!(after, class_first(&before, [1, 0]));
}

#[test]
fn surefire_begins_with_the_class_of_junit_4_that_runs_changed_code() {
    let (before, after) = Project::new("builds/junit4", "first-surefire-junit4", &JUNIT4).with_maven();
    assert_eq!(after, class_first(&before, [1, 0]));
}

#[test]
fn jupiter_begins_with_what_runs_changed_code() {
    let (before, after) = Project::new("builds/jupiter", "first-jupiter", &JUPITER).with_maven();
    assert_eq!(after, class_first(&before, [1, 0]));
}

#[test]
fn an_order_that_a_person_has_fixed_stays() {
    let (before, after) = Project::new("builds/jupiter", "first-ordered", &JUPITER_ORDERED).with_maven();
    assert_eq!(after, class_first(&before, [0, 1]));
}

#[test]
fn junit_4_below_the_platform_begins_with_what_runs_changed_code() {
    let (before, after) = Project::new("builds/vintage-jupiter", "first-vintage", &JUNIT4).with_maven();
    assert_eq!(after, class_first(&before, [1, 0]));
}

#[test]
fn testng_begins_with_the_class_that_runs_changed_code() {
    let (before, after) = Project::new("builds/testng", "first-testng", &TESTNG).with_maven();
    assert_eq!(after, class_first(&before, [0, 1]));
}

#[test]
fn a_test_that_failed_last_comes_before_what_runs_changed_code() {
    let project = Project::new("builds/jupiter", "first-failed", &JUPITER);
    let record = |options: &[&str], code: i32| {
        let mut command = Dist::find().command(&["run"]);
        command.args(options).args(["--", "mvn", "-B", "-ntp", "test"]);
        maven(&mut command, &project.0.folder).expect_code(code);
        project.order()
    };
    let before = record(&[], 0);
    let [first, .., last] = &before[..] else { panic!("{before:?}") };
    let code = |(class, method): &(String, String)| format!("{method}{}", class.trim_end_matches("Test"));
    // The last test fails, by an edit of its code; then the first test's code changes, too.
    let path = project.0.folder.join("src/main/java/org/example/Code.java");
    let edit = |name: &str, value: &str| {
        let text = fs::read_to_string(&path).expect("code");
        let edited = text.replace(&format!("{name}() {{ return 1;"), &format!("{name}() {{ return {value};"));
        assert_ne!(text, edited);
        fs::write(&path, edited).expect("code");
    };
    edit(&code(last), "2");
    record(&[], 1);
    edit(&code(first), "Integer.parseInt(\"1\")");
    let after = record(&["--first", "failing"], 1);
    let at = |test: &(String, String)| after.iter().position(|other| other == test).expect("it ran");
    assert_eq!((at(last), at(first)), (0, METHODS.len()), "{after:?}");
    // The first test has passed with its change; with --affected the last one alone runs.
    assert_eq!(&record(&["--first", "failing", "--affected"], 1), std::slice::from_ref(last));
}
