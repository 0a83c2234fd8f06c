//! Runs the action of `action.yml` like GitHub, and checks output, files and exit codes.

use std::fs;
use std::path::Path;

use faultline_tests::action::{Action, Cache, sum};
use faultline_tests::{Dist, Fixture};

fn fixture(name: &str) -> Fixture {
    Fixture::copy_as("faults/csv-169", env!("CARGO_TARGET_TMPDIR"), &format!("action/{name}"))
}

#[test]
fn a_red_build_is_annotated_reported_and_stays_red() {
    let dist = Dist::find();
    let home = dist.folder().to_string_lossy().into_owned();
    let mut action = Action::new(fixture("red"), &[("command", "mvn -B -ntp -q test"), ("faultline", &home)]);
    assert_eq!(action.run(), 1, "{:?}", action.printed);
    assert_eq!(action.value("steps.record.outputs.exit-code"), "1");
    let annotated = &action.printed["Rank"];
    assert!(annotated.starts_with("::warning file="), "{annotated}");
    assert!(annotated.contains("CSVParser.java"), "{annotated}");
    let sarif = action.value("steps.rank.outputs.sarif");
    let log: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(sarif).expect("SARIF")).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let report = action.value("steps.rank.outputs.report");
    assert!(Path::new(&report).join("index.html").is_file(), "{report}");
    let summary = action.fixture.text("runner-temp/summary.md");
    assert!(summary.contains("## Faultline"), "{summary}");
}

#[test]
fn a_green_build_and_one_without_tests_say_nothing_of_suspects() {
    let dist = Dist::find();
    let home = dist.folder().to_string_lossy().into_owned();
    for (command, code) in [("true", 0), ("exit 7", 7)] {
        let mut action = Action::new(fixture("quiet"), &[("command", command), ("faultline", &home)]);
        assert_eq!(action.run(), code, "{command}: {:?}", action.printed);
        assert_eq!(action.value("steps.rank.outputs.sarif"), "", "{command}");
        assert!(!action.fixture.folder.join("runner-temp/summary.md").exists(), "{command}");
    }
}

/// A project in a folder of the repository, with a source that passes or fails.
fn calculator(name: &str, is_right: bool) -> Fixture {
    let fixture =
        Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), &format!("action/{name}/project"));
    sum(&fixture, is_right);
    fixture
}

#[test]
fn the_baseline_of_a_branch_or_else_of_main_is_kept_from_run_to_run() {
    let dist = Dist::find();
    let home = dist.folder().to_string_lossy().into_owned();
    let inputs = [("command", "mvn -B -ntp -q test -Dtest=SumTest"), ("faultline", home.as_str())];
    let told = |action: &Action| {
        let page = action.fixture.text("runner-temp/summary.md");
        page.contains(" last passed").then_some(page)
    };
    // A new branch, and nothing in the cache.
    let mut red = Action::new(calculator("alone", false), &inputs).on("topic", 1, &Cache::new());
    assert_eq!(red.run(), 1, "{:?}", red.printed);
    assert!(told(&red).is_none(), "{:?}", red.printed);
    assert_eq!(red.cache.len(), 1, "a red run keeps its baseline, too");

    let mut green = Action::new(calculator("main", true), &inputs).on("main", 2, &red.cache);
    assert_eq!(green.run(), 0, "{:?}", green.printed);
    let keys: Vec<&str> = green.cache.iter().map(|(key, ..)| key.as_str()).collect();
    assert_eq!(keys, ["faultline~CI~test~~topic~1-1", "faultline~CI~test~~main~2-1"]);

    // Another branch has no baseline of its own, so that of main counts; a branch whose name begins with its name does not.
    let mut red = Action::new(calculator("fix", false), &inputs).on("top", 3, &green.cache);
    assert_eq!(red.run(), 1, "{:?}", red.printed);
    assert!(told(&red).is_some(), "{:?}", red.printed);
    // Its next run goes on from its own.
    let newest = red.cache.clone();
    let mut again = Action::new(calculator("again", false), &inputs).on("top", 4, &newest);
    assert_eq!(again.run(), 1, "{:?}", again.printed);
    assert!(told(&again).is_some(), "{:?}", again.printed);

    // Who does not want it has none.
    let without = [&inputs[..], &[("baseline", "false")]].concat();
    let mut off = Action::new(calculator("off", false), &without).on("top", 5, &newest);
    assert_eq!(off.run(), 1, "{:?}", off.printed);
    assert_eq!((told(&off), off.cache.len()), (None, newest.len()), "{:?}", off.printed);
}
