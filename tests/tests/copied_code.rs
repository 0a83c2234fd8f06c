//! Code that stands in several places: lines of Kotlin's inline functions are named, and a mutant of one place is never said to be of all.

use faultline_tests::{Dist, Fixture, maven, run};
use serde_json::Value;

#[test]
fn lines_of_inline_functions_have_no_mutants_and_their_copies_are_counted() {
    let fixture = Fixture::copy_as("builds/kotlin", env!("CARGO_TARGET_TMPDIR"), "copied-code");
    maven(&mut Dist::find().command(&["run", "--", "mvn", "-B", "-ntp", "test"]), &fixture.folder)
        .expect_code(1);
    let finished = run(&mut Dist::find().command(&["mutate", "--json", "--top", "0"]), &fixture.folder);
    finished.expect_code(0);
    let report: Value = serde_json::from_str(&finished.stdout).expect("JSON");
    let left_out = report["left_out"].as_array().expect("what is left out");
    let of_function: Vec<_> = left_out.iter().filter(|one| one["name"] == "UtilKt").collect();
    let [one] = &of_function[..] else { panic!("once, not {left_out:#?}") };
    assert_eq!(one["why"], "has inline functions that Kotlin copied into 2 classes, and no mutants in them");
}
