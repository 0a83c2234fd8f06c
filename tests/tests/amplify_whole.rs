//! Amplifies failing tests of real faults: labels and their sources, the effect on rankings, and written tests, which compile in the
//! project and end as their comments say.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use faultline_flt::read_dir;
use faultline_spectrum::test_paths;
use faultline_tests::{CaseOutcome, Dist, Fixture, Reports, maven, run};
use serde_json::Value;

/// A test of csv-169 with five assertions: one fails because of the fault, and one depends on the one before.
const ASSERTIONS: &str = r#"import static org.junit.Assert.*;
import org.apache.commons.csv.*;
import org.junit.Test;

public class AssertionsTest {
    private static CSVRecord first(String text, CSVFormat format) throws java.io.IOException {
        return CSVParser.parse(text, format).getRecords().get(0);
    }

    @Test public void valuesAndNullStrings() throws java.io.IOException {
        CSVFormat format = CSVFormat.DEFAULT.withNullString("NULL");
        java.util.Iterator<String> values = first("p,q", format).iterator();
        assertEquals("p", values.next());
        assertEquals("q", values.next());
        assertEquals("x", first("a,x,b", format).get(1));
        assertEquals("null", first("a,null,b", format).get(1));
        assertEquals("NULL", format.getNullString());
    }
}
"#;

struct Grown {
    fixture: Fixture,
    dist: Dist,
}

impl Grown {
    /// A recorded copy of a fault; `more` are additional test sources.
    fn of(fault: &str, copy: &str, more: &[(&str, &str)]) -> Self {
        let name = format!("faults/{fault}");
        let fixture = Fixture::copy_as(&name, env!("CARGO_TARGET_TMPDIR"), &format!("amplify/{copy}"));
        for (file, text) in more {
            fs::write(fixture.folder.join("src/test/java").join(file), text).expect("a file");
        }
        let dist = Dist::find();
        maven(&mut dist.command(&["run", "--", "mvn", "-B", "-ntp", "test"]), &fixture.folder).expect_code(1);
        Self { fixture, dist }
    }

    /// A released jar, copied beside the project.
    fn jar(&self, group: &str, artifact: &str, version: &str) -> String {
        let mut command = std::process::Command::new("mvn");
        command
            .args(["-B", "-ntp", "-q", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"])
            .arg(format!("-Dartifact={group}:{artifact}:{version}"))
            .arg("-DoutputDirectory=target/right");
        maven(&mut command, &self.fixture.folder).expect_code(0);
        format!("target/right/{artifact}-{version}.jar")
    }

    #[track_caller]
    fn amplified(&self, arguments: &[&str]) -> Value {
        let mut command = self.dist.command(&["amplify", "--budget", "20s", "--json"]);
        let finished = run(command.args(arguments), &self.fixture.folder);
        finished.expect_code(0);
        serde_json::from_str(&finished.stdout).expect("JSON")
    }

    #[track_caller]
    fn ranked(&self, arguments: &[&str]) -> Value {
        let mut command = self.dist.command(&["rank", "--json", "--top", "0"]);
        let finished = run(command.args(arguments), &self.fixture.folder);
        finished.expect_code(0);
        serde_json::from_str(&finished.stdout).expect("JSON")
    }

    /// Runs the written tests; returns by name whether each passes according to its comment and actually.
    #[track_caller]
    fn written(&self, class: &str) -> BTreeMap<String, (bool, bool)> {
        let text = self.fixture.text(&format!("src/test/java/{class}.java"));
        let mut said = BTreeMap::new();
        let mut comment = "";
        for line in text.lines().map(str::trim) {
            if line.starts_with("// ") {
                comment = line;
            } else if let Some(name) = line.strip_prefix("@Test public void ") {
                let name = name.split('(').next().expect("a name");
                assert!(comment.contains(": passes") || comment.contains(": fails"), "{comment}");
                said.insert(name.to_owned(), comment.contains(": passes"));
            }
        }
        let _ = fs::remove_dir_all(self.fixture.folder.join("target/surefire-reports"));
        let mut command = std::process::Command::new("mvn");
        let finished = maven(
            command.args(["-B", "-ntp", "test", &format!("-Dtest={class}"), "-Dmaven.test.failure.ignore"]),
            &self.fixture.folder,
        );
        finished.expect_code(0);
        let reports = Reports::read(&self.fixture.folder);
        let (passed, failed, _) = reports.counts();
        assert_eq!(passed + failed, said.len(), "all that were written ran");
        let passes = |name: &String| {
            let case = reports.cases.iter().find(|case| case.name == format!("{class}#{name}"));
            case.expect("it ran").outcome == CaseOutcome::Passed
        };
        said.into_iter().map(|(name, says)| (name.clone(), (says, passes(&name)))).collect()
    }
}

fn place(ranking: &Value, class: &str, method: &str) -> u64 {
    let suspects = ranking["groups"][0]["suspects"].as_array().expect("suspects");
    let is_it = |suspect: &&Value| suspect["class"] == class && suspect["method"] == method;
    suspects.iter().find(is_it).and_then(|suspect| suspect["rank_max"].as_u64()).expect("a place")
}

fn says_so(ranking: &Value) -> bool {
    ranking["ranking"].as_str().is_some_and(|ranking| ranking.ends_with("+amplified"))
}

#[track_caller]
fn all_as_said(written: &BTreeMap<String, (bool, bool)>) {
    let wrong: Vec<_> = written.iter().filter(|(_, (says, does))| says != does).collect();
    assert!(!written.is_empty() && wrong.is_empty(), "not as the comment says: {wrong:?}");
}

#[test]
fn the_right_classes_label_variants_of_cli_265_and_written_ones_end_as_said() {
    let grown = Grown::of("cli-265", "cli-265", &[]);
    let jar = grown.jar("commons-cli", "commons-cli", "1.4");
    let before = grown.ranked(&["--ranking", "ochiai"]);
    let report = grown.amplified(&["--oracle-cp", &jar, "--out", "src/test/java", "-n", "6"]);
    assert!(report["kept"].as_array().is_some_and(|kept| kept.len() >= 100), "{report:.600}");
    assert!(says_so(&grown.ranked(&[])), "they count unless told otherwise");
    let after = grown.ranked(&["--ranking", "ochiai+amplified"]);
    let of = |ranking| place(ranking, "org.apache.commons.cli.DefaultParser", "isShortOption");
    assert!(
        says_so(&after) && !says_so(&before) && of(&after) <= of(&before),
        "{} {}",
        of(&before),
        of(&after)
    );
    all_as_said(&grown.written("Cli265TestAmplified"));
}

#[test]
fn assertions_alone_label_a_test_without_any_fixed_version() {
    let grown = Grown::of("csv-169", "csv-169", &[("AssertionsTest.java", ASSERTIONS)]);
    let failing = "AssertionsTest#valuesAndNullStrings";
    let report = grown.amplified(&["--failing", failing, "--out", "src/test/java", "-n", "0"]);
    // `values.next()` advances: without the first call, the second has another meaning.
    assert_eq!(report["reasons"]["depends_on_others"], 1, "{report:.900}");
    let after = grown.ranked(&["--failing", failing]);
    assert!(says_so(&after));
    assert_eq!(place(&after, "org.apache.commons.csv.CSVParser", "addRecordValue"), 1);
    let evidence = after["groups"][0]["amplified"].to_string();
    assert!(
        evidence.contains("of the failing test's 4 assertions, each alone, 3 hold and 1 does not"),
        "{evidence}"
    );
    let written = grown.written("AssertionsTestAmplified");
    assert_eq!(written.values().filter(|(says, _)| *says).count(), 3);
    all_as_said(&written);
}

/// Tests of a module are compiled and run beside it, and Java assertions are enabled again: Surefire enables them in the JVM.
#[test]
fn tests_of_a_module_grow_and_run_on_mutants_with_assertions_on() {
    let fixture = Fixture::copy_as("builds/modules", env!("CARGO_TARGET_TMPDIR"), "amplify/modules");
    let grown = Grown { fixture, dist: Dist::find() };
    let mut record = grown.dist.command(&["run", "--", "mvn", "-B", "-ntp", "test"]);
    maven(&mut record, &grown.fixture.folder).expect_code(1);
    // The actual value is in place of the expected one; exceptions label variants all the same.
    let report = grown.amplified(&["--failing", "ShortsTest#largest"]);
    let kept = report["kept"].as_array().expect("rows");
    let with = |label: &str| kept.iter().filter(|row| row["label"] == label).count();
    assert!(with("passes") > 0 && with("fails") > 0, "{report:.900}");
    assert_eq!(place(&grown.ranked(&["--failing", "ShortsTest#largest"]), "org.example.Shorts", "of"), 1);
    let mut mutate = grown.dist.command(&["mutate", "--json", "--failing", "ShortsTest#halfOfNothing"]);
    let finished = run(&mut mutate, &grown.fixture.folder);
    finished.expect_code(0);
    let report: Value = serde_json::from_str(&finished.stdout).expect("JSON");
    assert_eq!(report["left_out"], serde_json::json!([]), "{report:.900}");
    assert!(
        report["groups"][0]["mending"].as_array().is_some_and(|mending| !mending.is_empty()),
        "{report:.900}"
    );
}

/// A factory of another class makes the instances of `Kinds`, which TestNG cannot make of a copy.
#[test]
fn a_class_whose_copies_cannot_run_is_left_out_and_the_others_go_on() {
    let fixture =
        Fixture::copy_as("builds/factories-testng", env!("CARGO_TARGET_TMPDIR"), "amplify/factories");
    let grown = Grown { fixture, dist: Dist::find() };
    let mut record = grown.dist.command(&["run", "--", "mvn", "-B", "-ntp", "test"]);
    maven(&mut record, &grown.fixture.folder).expect_code(1);
    let mut command = grown.dist.command(&["amplify", "--budget", "60s", "--json"]);
    let finished = run(&mut command, &grown.fixture.folder);
    let report: Value =
        serde_json::from_str(&finished.stdout).unwrap_or_else(|_| panic!("{}", finished.stderr));
    let left_out = report["left_out"].as_array().expect("a list");
    let why = left_out.iter().find(|one| one["name"] == "org.example.Kinds#kind#3[0]").expect("a reason");
    assert!(why["why"].as_str().is_some_and(|why| why.contains("did not run in a copy")), "{why}");
    let classes = report["classes"].as_array().expect("a list");
    assert_eq!(classes.len(), 3, "{classes:?}");
}

impl Grown {
    /// Condition sets of the variants that ran, by method.
    fn conditions(&self) -> BTreeMap<String, BTreeSet<u32>> {
        let (recordings, _) =
            read_dir(&self.fixture.folder.join(".faultline/amplified")).expect("recordings");
        let paths = test_paths(&recordings).into_iter();
        let method = |method: &str| method.split('(').next().unwrap_or_default().to_owned();
        paths.map(|path| (method(&path.test.method), path.steps.into_iter().collect())).collect()
    }
}

/// The fraction of conditions that two tests share, relative to the larger set.
fn share(one: &BTreeSet<u32>, other: &BTreeSet<u32>) -> f64 {
    one.intersection(other).count() as f64 / one.len().max(other.len()) as f64
}

#[test]
fn variants_of_cli_265_with_the_conditions_of_the_failing_test_are_the_ones_that_are_written() {
    let grown = Grown::of("cli-265", "cli-265-near", &[]);
    let jar = grown.jar("commons-cli", "commons-cli", "1.4");
    grown.amplified(&["--oracle-cp", &jar]);
    assert!(grown.conditions().is_empty(), "nobody asked for them");
    let asked = ["--oracle-cp", &jar, "--choose", "pcs", "--out", "src/test/java", "-n", "8"];
    let report = grown.amplified(&asked);
    let conditions = grown.conditions();
    let of = |method: &str| {
        share(&conditions[method], &conditions[method.split("_faultline_").next().expect("a test")])
    };
    let (choice, kept) = (&report["choice"], report["kept"].as_array().expect("variants"));
    assert_eq!(choice["metric"], "pcs");
    let chosen: Vec<(&str, f64)> = choice["chosen"]
        .as_array()
        .expect("chosen ones")
        .iter()
        .map(|one| (one["method"].as_str().expect("a method"), one["similarity"].as_f64().expect("a number")))
        .collect();
    assert_eq!(chosen.len(), 8);
    for (method, similarity) in &chosen {
        assert!((of(method) - similarity).abs() < 1e-9, "{method}: {similarity}, not {}", of(method));
    }
    let passing: BTreeMap<&str, f64> = kept
        .iter()
        .filter(|one| one["label"] == "passes")
        .map(|one| one["method"].as_str().expect("a method"))
        .map(|method| (method, of(method)))
        .collect();
    // There are near and far variants; rejected ones are not nearer than the last accepted one.
    let (least, most) = passing.values().fold((1.0_f64, 0.0_f64), |(a, b), &of| (a.min(of), b.max(of)));
    assert!(least < most && passing.len() > 16, "{passing:?}");
    assert!(chosen.windows(2).all(|pair| pair[0].1 >= pair[1].1), "nearest first: {chosen:?}");
    let last = chosen[7].1;
    let left: Vec<_> =
        passing.iter().filter(|(method, _)| chosen.iter().all(|one| one.0 != **method)).collect();
    assert!(left.iter().all(|(_, of)| **of <= last + 1e-9), "{last}: {left:?}");
    all_as_said(&grown.written("Cli265TestAmplified"));
}

#[test]
fn the_exception_labels_variants_of_lang_747_and_a_seed_gives_the_same_ones_again() {
    let grown = Grown::of("lang-747", "lang-747", &[]);
    let failing = "Lang747Test#hexTooLargeForAnIntIsALong";
    let asked = ["--failing", failing, "--out", "src/test/java", "-n", "5", "--seed", "7"];
    let table = grown.fixture.folder.join(".faultline/amplified/variants.tsv");
    grown.amplified(&asked);
    let first = fs::read_to_string(&table).expect("a table");
    assert!(
        first.contains("\tpasses\texception\t0.96\t") && first.contains("\tfails\texception\t0.96\t"),
        "{first}"
    );
    all_as_said(&grown.written("Lang747TestAmplified"));
    grown.amplified(&asked[..2]);
    grown.amplified(&asked);
    assert_eq!(fs::read_to_string(&table).expect("a table"), first);
    let after = grown.ranked(&["--failing", failing]);
    assert!(
        says_so(&after) && place(&after, "org.apache.commons.lang3.math.NumberUtils", "createNumber") <= 2
    );
    // Nothing was written outside the output folder.
    let of_project =
        fs::read_to_string(grown.fixture.folder.join("src/test/java/Lang747Test.java")).expect("it is there");
    assert!(!of_project.contains("faultline"));
}
