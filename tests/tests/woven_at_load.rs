//! Classes that agents change as they are loaded: `AspectJ`'s weaver, beside JaCoCo's agent, whose file stays as the build left it.

use std::fs;

use faultline_tests::{Dist, Fixture, maven, run};
use serde_json::Value;

/// Where the two failing tests can be mended.
const FAULTS: [(&str, u64); 2] = [("org.example.Shop", 13), ("org.example.Till", 12)];

#[test]
fn tests_of_classes_that_a_weaver_changes_as_they_are_loaded_run_again() {
    let fixture = Fixture::copy_as("woven", env!("CARGO_TARGET_TMPDIR"), "woven-at-load");
    maven(&mut Dist::find().command(&["run", "--", "mvn", "-B", "-ntp", "test"]), &fixture.folder)
        .expect_code(1);
    let counted = fixture.folder.join("target/jacoco.exec");
    let before = fs::read(&counted).expect("the build's own coverage");

    let arguments = ["mutate", "--tests", "all", "--json", "--top", "0"];
    let finished = run(&mut Dist::find().command(&arguments), &fixture.folder);
    finished.expect_code(0);
    let report: Value = serde_json::from_str(&finished.stdout).expect("JSON");
    assert_eq!(report["left_out"], Value::Array(Vec::new()), "all tests end as recorded");
    assert_eq!((&report["failing"], &report["passing"]), (&2.into(), &4.into()), "{report:#}");
    let groups = report["groups"].as_array().expect("groups");
    for (class, line) in FAULTS {
        let mending = groups.iter().filter_map(|group| group["mending"].as_array()).flatten();
        let mut here = mending.filter(|mutant| mutant["class"] == class && mutant["line"] == line);
        assert!(here.any(|mutant| mutant["category"] == "clean"), "{class}:{line}: {groups:#?}");
    }
    assert_eq!(fs::read(&counted).expect("it is still there"), before, "no JVM counts into the build's file");

    // A class that was compiled anew with other lines is stale, whatever the weaver makes of it.
    let shop = fixture.folder.join("src/main/java/org/example/Shop.java");
    let text = fs::read_to_string(&shop).expect("a source").replace("    int gift", "\n    int gift");
    fs::write(&shop, text).expect("the copy's source");
    maven(std::process::Command::new("mvn").args(["-B", "-ntp", "-q", "compile"]), &fixture.folder)
        .expect_code(0);
    let finished = run(
        &mut Dist::find().command(&["mutate", "--failing", "ShopTest#aLargeGiftIsCheaper"]),
        &fixture.folder,
    );
    assert!(
        (finished.stdout.clone() + &finished.stderr).contains("Shop has changed since it was recorded"),
        "{}{}",
        finished.stdout,
        finished.stderr
    );
}
