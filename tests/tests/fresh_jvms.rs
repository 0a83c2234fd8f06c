//! A mutant that mends only because an earlier run has filled a static cache mends nothing: a fresh JVM in which it is active from the
//! start refutes it.

use std::fs;
use std::process::Command;

use faultline_tests::{Dist, Fixture, maven, run};
use serde_json::Value;

/// The comparison is wrong: 10 is within. `most` is computed once in a JVM, by the method that each test calls, too. With a mutant of
/// `twice` alone 10 is below what the unchanged method has computed.
const SOURCE: &str = "package org.example;\n\npublic final class Limits {\n    private static Integer most;\n\n\
    \x20   public static boolean isWithin(int n) {\n        if (most == null) {\n            most = twice(10);\n        }\n\
    \x20       return twice(n) < most;\n    }\n\n    private static int twice(int n) {\n        return n + n;\n    }\n}\n";
const TEST: &str = "package org.example;\n\nimport static org.junit.jupiter.api.Assertions.*;\n\nimport org.junit.jupiter.api.Test;\n\npublic class LimitsTest {\n\
    \x20   @Test\n    public void tenIsWithin() {\n        assertTrue(Limits.isWithin(10));\n    }\n\n\
    \x20   @Test\n    public void fiftyIsNot() {\n        assertFalse(Limits.isWithin(50));\n    }\n}\n";

fn mutate(dist: &Dist, fixture: &Fixture, arguments: &[&str]) -> Command {
    let mut command = dist.command(&["mutate"]);
    command.args(arguments).current_dir(&fixture.folder);
    command
}

fn json(dist: &Dist, fixture: &Fixture, arguments: &[&str]) -> Value {
    let finished = run(&mut mutate(dist, fixture, arguments), &fixture.folder);
    finished.expect_code(0);
    serde_json::from_str(&finished.stdout).expect("JSON")
}

/// The methods of clean mutants, each with whether it is confirmed.
fn clean(report: &Value) -> Vec<(&str, bool)> {
    let mending = report["groups"][0]["mending"].as_array().expect("mutants");
    let clean = mending.iter().filter(|mutant| mutant["category"] == "clean");
    clean.map(|mutant| (mutant["method"].as_str().expect("a name"), mutant["confirmed"] == true)).collect()
}

#[test]
fn a_mutant_that_mends_only_where_a_cache_was_filled_without_it_mends_nothing() {
    let fixture = Fixture::copy_as("builds/static-fields", env!("CARGO_TARGET_TMPDIR"), "fresh-jvms");
    let write = |path: &str, text: &str| fs::write(fixture.folder.join(path), text).expect("a source");
    fs::remove_dir_all(fixture.folder.join("src")).expect("old sources");
    for (set, name, text) in [("main", "Limits", SOURCE), ("test", "LimitsTest", TEST)] {
        let folder = format!("src/{set}/java/org/example");
        fs::create_dir_all(fixture.folder.join(&folder)).expect("a folder");
        write(&format!("{folder}/{name}.java"), text);
    }
    let dist = Dist::find();
    maven(&mut dist.command(&["run", "--", "mvn", "-B", "-ntp", "test"]), &fixture.folder).expect_code(1);

    let report = json(&dist, &fixture, &["--json"]);
    let clean = clean(&report);
    assert!(clean.iter().all(|of| of.0 == "isWithin") && clean.iter().any(|of| of.1), "{report:#}");
    let refuted = report["refuted"].as_u64().expect("a number");
    assert!(refuted > 0, "{report:#}");
    let stages = report["stages"].as_array().expect("stages");
    assert!(
        stages.iter().any(|stage| stage["stage"] == "confirm" && stage["finished"] == true),
        "{report:#}"
    );

    // Results that are read from files say the same, and nothing runs again.
    let resumed = json(&dist, &fixture, &["--json", "--resume"]);
    for part in ["groups", "refuted", "pairs", "verdicts"] {
        assert_eq!(resumed[part], report[part], "{part}");
    }
    assert_eq!((&resumed["session"]["pairs"], &resumed["session"]["jvms"]), (&0.into(), &0.into()));
    let ranked =
        run(&mut dist.command(&["rank", "--level", "line", "--json", "--top", "0"]), &fixture.folder);
    let ranked: Value = serde_json::from_str(&ranked.stdout).expect("JSON");
    // Line 8 fills the cache, in the first test of the JVM alone, and line 10 compares; `twice` is line 14.
    let first = |at: usize| ranked["groups"][0]["suspects"][at]["line"].as_u64();
    assert!([first(0), first(1)].contains(&Some(10)) && first(0) != Some(14), "{ranked:#}");

    // A run that ends early and is continued comes to the same end.
    let part = run(&mut mutate(&dist, &fixture, &["--budget", "1s"]), &fixture.folder);
    part.expect_code(0);
    let continued = run(&mut mutate(&dist, &fixture, &["--resume"]), &fixture.folder);
    continued.expect_code(0);
    let says = continued.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(says.contains("in a JVM that had run other pairs, and not in a fresh one"), "{says}");
}
