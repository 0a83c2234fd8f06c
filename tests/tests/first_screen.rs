//! What failing tests said, in whole builds: read from the build's own reports, beside the suspects.

use faultline_tests::{Dist, Fixture, maven, run};
use serde_json::Value;

/// Records a build of the test fixtures; returns the fixture and what the run says at its end.
fn recorded(build: &str) -> (Fixture, String) {
    let fixture = Fixture::copy_as(build, env!("CARGO_TARGET_TMPDIR"), &build.replace("builds/", "screen-"));
    let mut command = Dist::find().command(&["run", "--rank", "--", "mvn", "-B", "-ntp", "test"]);
    let finished = maven(&mut command, &fixture.folder);
    finished.expect_code(1);
    (fixture, finished.stderr)
}

fn rank(fixture: &Fixture, arguments: &[&str]) -> String {
    let page = run(&mut Dist::find().command(&[&["rank"], arguments].concat()), &fixture.folder);
    page.expect_code(0);
    page.stdout
}

#[test]
fn the_message_of_a_junit_4_test_is_shown_at_the_end_of_the_build_and_by_rank() {
    let (fixture, end) = recorded("builds/junit4");
    let (_, suspects) = end.split_once("next: faultline rank\n").expect("the last line of the run");
    assert!(suspects.lines().count() <= 10, "{suspects}");
    assert!(suspects.contains("chance  method"), "{suspects}");
    let page =
        rank(&fixture, &["--failing", "CalculatorTest#dividesByZero", "--width", "100", "--no-history"]);
    for part in [
        "1 failing test, java.lang.ArithmeticException at Calculator.divide:",
        "\n  / by zero\n",
        "\n  failed at src/test/java/org/example/CalculatorTest.java:",
        "new Calculator().divide(1, 0);",
        "Most likely Calculator.divide, line ",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(page.lines().count() <= 40, "{page}");
    assert!(!fixture.recordings().join("messages").exists(), "nothing keeps messages");
    let recordings = std::fs::read_dir(fixture.recordings()).expect("a folder").flatten();
    for file in recordings.filter(|file| file.path().is_file()) {
        let bytes = std::fs::read(file.path()).expect("a file");
        assert!(!bytes.windows(9).any(|part| part == b"/ by zero"), "{} has it", file.path().display());
    }
}

#[test]
fn invocations_of_a_jupiter_test_have_their_own_messages() {
    let (fixture, _) = recorded("builds/jupiter");
    let ranked: Value = serde_json::from_str(&rank(&fixture, &["--json"])).expect("JSON");
    let groups = ranked["groups"].as_array().expect("groups");
    let failing = groups.iter().flat_map(|group| group["failing"].as_array().expect("tests"));
    let of_template =
        |test: &&Value| test["method"].as_str().is_some_and(|name| name.starts_with("failsInTemplate"));
    let failing: Vec<&Value> = failing.filter(of_template).collect();
    assert!(!failing.is_empty(), "{ranked:#}");
    for test in failing {
        assert!(test["message"]["expected"].is_string() && test["message"]["actual"].is_string(), "{test:#}");
    }
}
