//! Amplifies failing tests in Kotlin: labels and their sources, the effect on rankings, and written tests, which compile in the project
//! and end as their comments say.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use faultline_tests::{CaseOutcome, Dist, Finished, Fixture, Reports, maven, run};
use serde_json::Value;

/// Compiling takes seconds, and many times as long on a busy machine.
const BUDGET: &str = "240s";
const TOTALS: &str = "BasketTest#totals";

struct Grown {
    fixture: Fixture,
    dist: Dist,
}

impl Grown {
    fn recorded(copy: &str) -> Self {
        let fixture =
            Fixture::copy_as("amplified/kotlin", env!("CARGO_TARGET_TMPDIR"), &format!("kotlin/{copy}"));
        let dist = Dist::find();
        maven(&mut dist.command(&["run", "--", "mvn", "-B", "-ntp", "test"]), &fixture.folder).expect_code(1);
        Self { fixture, dist }
    }

    fn amplify(&self, arguments: &[&str]) -> Finished {
        let mut command = self.dist.command(&["amplify", "--budget", BUDGET, "--json"]);
        run(command.args(arguments), &self.fixture.folder)
    }

    /// The compiler fetched by the build, in the repository named by Surefire's reports, whatever home this test has.
    fn compiler(&self) -> PathBuf {
        let report = self.fixture.text("target/surefire-reports/TEST-org.example.BasketTest.xml");
        let (_, value) = report.split_once("name=\"localRepository\" value=\"").expect("a repository");
        let repository = value.split('"').next().expect("its folder");
        Path::new(repository).join("org/jetbrains/kotlin/kotlin-compiler/2.1.21/kotlin-compiler-2.1.21.jar")
    }

    #[track_caller]
    fn amplified(&self, arguments: &[&str]) -> Value {
        let finished = self.amplify(arguments);
        finished.expect_code(0);
        serde_json::from_str(&finished.stdout).expect("JSON")
    }

    /// The place of a method in a ranking of one failing test.
    #[track_caller]
    fn place(&self, ranking: &str, method: &str) -> u64 {
        let mut command =
            self.dist.command(&["rank", "--json", "--top", "0", "--failing", TOTALS, "--ranking", ranking]);
        let finished = run(&mut command, &self.fixture.folder);
        finished.expect_code(0);
        let ranked: Value = serde_json::from_str(&finished.stdout).expect("JSON");
        let suspects = ranked["groups"][0]["suspects"].as_array().expect("suspects");
        let is_it =
            |suspect: &&Value| suspect["method"].as_str().is_some_and(|name| name.starts_with(method));
        suspects.iter().find(is_it).and_then(|suspect| suspect["rank_max"].as_u64()).expect("a place")
    }

    fn table(&self) -> String {
        self.fixture.text(".faultline/amplified/variants.tsv")
    }
}

fn counted(report: &Value, by: &str, label: &str) -> usize {
    let kept = report["kept"].as_array().expect("variants");
    kept.iter().filter(|one| one["by"] == by && one["label"] == label).count()
}

#[test]
fn variants_of_tests_in_kotlin_are_labelled_and_written_ones_end_as_said() {
    let grown = Grown::recorded("labels");
    let before = grown.place("ochiai", "free");
    let report = grown.amplified(&["--out", "src/test/kotlin", "-n", "14"]);
    assert_eq!(report["left_out"], Value::Array(Vec::new()), "{report:.900}");
    assert!(report["variants"].as_u64().is_some_and(|variants| variants >= 300), "{report:.900}");
    // The test for the fault in `cents` fails by an exception, the one for `free` by its second assertion.
    assert!(counted(&report, "exception", "passes") >= 20 && counted(&report, "exception", "fails") >= 20);
    assert_eq!((counted(&report, "split", "passes"), counted(&report, "split", "fails")), (3, 3));
    assert!(counted(&report, "thrown", "passes") >= 10, "counts that are refused");
    let edits: Vec<&str> =
        report["kept"].as_array().expect("variants").iter().filter_map(|one| one["edits"].as_str()).collect();
    assert!(edits.contains(&"\"2.55\" for \"2.5\"") || edits.contains(&"\"25\" for \"2.5\""), "{edits:?}");
    let after = grown.place("ochiai+amplified", "free");
    assert!((before, after) == (5, 2), "{before} -> {after}");
    written_end_as_said(&grown);
}

/// Checks that written tests compile beside the others, and end as their comments say.
#[track_caller]
fn written_end_as_said(grown: &Grown) {
    let mut said: BTreeMap<String, bool> = BTreeMap::new();
    for class in ["AmountsTestAmplified", "BasketTestAmplified"] {
        said.extend(comments(grown, class));
    }
    assert!(said.len() >= 6, "{said:?}");
    let _ = fs::remove_dir_all(grown.fixture.folder.join("target/surefire-reports"));
    let mut command = std::process::Command::new("mvn");
    let arguments = ["-B", "-ntp", "test", "-Dtest=*Amplified", "-Dmaven.test.failure.ignore"];
    maven(command.args(arguments), &grown.fixture.folder).expect_code(0);
    let reports = Reports::read(&grown.fixture.folder);
    let ended: BTreeMap<String, bool> = reports
        .cases
        .iter()
        .map(|case| {
            let name = case.name.rsplit('#').next().unwrap_or_default().trim_end_matches("()");
            (name.to_owned(), case.outcome == CaseOutcome::Passed)
        })
        .collect();
    assert_eq!(said, ended);
}

/// Whether each written test passes according to its comment.
#[track_caller]
fn comments(grown: &Grown, class: &str) -> BTreeMap<String, bool> {
    let text = grown.fixture.text(&format!("src/test/kotlin/org/example/{class}.kt"));
    // The last line marks the file as ours.
    let (text, last) = text.rsplit_once("// ").expect("a comment at the end");
    assert!(last.starts_with("Written by faultline amplify"), "{last}");
    assert!(!text.contains("faultline"), "people read it:\n{text}");
    let (mut said, mut passes) = (BTreeMap::new(), None);
    for line in text.lines().map(str::trim) {
        if line.starts_with("// ") {
            assert!(line.contains(": passes") || line.contains(": fails"), "{line}");
            passes = Some(line.contains(": passes"));
        } else if let (Some(name), Some(says)) = (line.strip_prefix("fun "), passes) {
            said.insert(name.split('(').next().unwrap_or(name).trim_matches('`').to_owned(), says);
            passes = None;
        }
    }
    said
}

#[test]
fn a_seed_gives_the_same_variants_and_the_compiler_may_be_named() {
    let grown = Grown::recorded("seeds");
    let asked = ["--failing", TOTALS, "--variants", "30", "--seed", "7"];
    grown.amplified(&asked);
    let first = grown.table();
    assert!(first.contains("\tsplit\t") && first.contains("\tthrown\t"), "{first}");
    let compiler = grown.compiler();
    grown.amplified(&[&asked[..], &["--kotlin-compiler", &compiler.to_string_lossy()]].concat());
    assert_eq!(grown.table(), first);
    // Nothing was written outside the output folder.
    assert!(!grown.fixture.text("src/test/kotlin/Baskets.kt").contains("faultline"));
}
