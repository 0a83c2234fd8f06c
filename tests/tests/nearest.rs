//! EvoSuite searches guided towards a failing test recorded by the agent.

use faultline_tests::{Dist, Finished, Fixture, maven};
use serde_json::Value;

/// A search that only reports its best values, limited by evaluations: one seed gives the same tests.
const SEARCH: [&str; 5] =
    ["--", "-Dfitness_round_evals=3000", "-Dfitness_rounds=1", "-Dassertions=false", "-Djunit_check=false"];

/// The project, with a failing test on a path that few inputs take.
fn recorded(elements: &str) -> Fixture {
    let fixture = Fixture::copy_as("nearest", env!("CARGO_TARGET_TMPDIR"), &format!("nearest/{elements}"));
    let mut build = Dist::find().command(&["run", "--elements", elements, "--", "mvn", "-B", "-ntp", "test"]);
    maven(&mut build, &fixture.folder).expect_code(1);
    fixture
}

fn generate(fixture: &Fixture, metric: &str, more: &[&str]) -> Finished {
    let mut generate =
        Dist::find().command(&["generate", "--fetch", "--json", "--budget", "2m", "--jobs", "1"]);
    maven(generate.args(["--metric", metric]).args(more).args(SEARCH), &fixture.folder)
}

/// Similarity 1 requires the same outcomes of the same conditions of the same class file. The search must therefore mark what the
/// recorder marks, although EvoSuite changes jumps, for example of string comparisons.
#[test]
fn a_search_comes_to_the_path_of_the_failing_test() {
    // Calls were recorded too, which does not affect conditions.
    let fixture = recorded("branches,returns");
    let finished = generate(&fixture, "pcs", &[]);
    if finished.stderr.contains("Maven did not fetch org.evosuite") {
        eprintln!("skipped: Maven does not supply EvoSuite");
        return;
    }
    finished.expect_code(0);
    let report: Value = serde_json::from_str(&finished.stdout).expect("the report is JSON");
    assert_eq!(report["metric"], "pcs");
    assert_eq!(report["classes"][0]["best"].as_f64(), Some(1.0), "{report:#}");
    let suite = fixture.text("generated/tests/travel/Fare_ESTest.java");
    assert!(suite.contains("led by Faultline's metric pcs") && suite.contains("\"RAIL\""), "{suite}");

    let finished = generate(&fixture, "is", &["--project-cp", "target/classes:target/test-classes"]);
    finished.expect_code(0);
    let report: Value = serde_json::from_str(&finished.stdout).expect("the report is JSON");
    // A call and four arguments; at least the call is found, and one of two booleans.
    assert!(report["classes"][0]["best"].as_f64() >= Some(0.4), "{report:#}");
}

#[test]
fn without_conditions_one_sentence_says_how_to_record_them() {
    let fixture = recorded("lines");
    for metric in ["pcs", "pcs+eap"] {
        let finished = generate(&fixture, metric, &[]);
        finished.expect_code(1);
        let said = finished.stderr.lines().last().expect("a sentence");
        assert!(said.contains(&format!("{metric} compares conditions, and none were recorded")), "{said}");
        assert!(said.contains("faultline run --elements"), "{said}");
    }
}
