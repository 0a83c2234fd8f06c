//! Kills JVMs: no test is lost whose successor had started, and nothing recorded is wrong.

use std::path::Path;

use faultline_tests::{
    Fixture,
    kill9::{survive, survive_beside_another},
};

const KILLS: u64 = 120;
/// Kills of runs that also record outcomes of conditions and calls.
const KILLS_WITH_ELEMENTS: u64 = 40;
/// Kills of JVMs whose classes are in another JVM's file.
const KILLS_BESIDE_ANOTHER: u64 = 40;

#[test]
fn every_test_whose_successor_had_started_survives_a_kill() {
    survive(Path::new("java"), &Fixture::copy("kill-9", env!("CARGO_TARGET_TMPDIR")), KILLS, "");
}

#[test]
fn with_elements_every_test_that_survives_a_kill_has_all_that_came_about() {
    let fixture = Fixture::copy_as("kill-9", env!("CARGO_TARGET_TMPDIR"), "kill-9-elements");
    survive(Path::new("java"), &fixture, KILLS_WITH_ELEMENTS, ",elements=branches%2Creturns");
}

#[test]
fn a_fork_that_refers_to_the_classes_of_another_survives_kills_as_well() {
    let fixture = Fixture::copy_as("kill-9", env!("CARGO_TARGET_TMPDIR"), "kill-9-beside");
    survive_beside_another(Path::new("java"), &fixture, KILLS_BESIDE_ANOTHER);
}
