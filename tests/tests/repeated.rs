//! Cells of the table of frameworks whose tests can be rerun on mutants.

use faultline_tests::compatibility::Jvm;
use faultline_tests::repeated::{Cell, run};
use faultline_tests::{Dist, Fixture};

/// `JUnitParams` reports a method once per row, with a number.
#[test]
fn rows_of_all_runners_of_junit_4_are_run_again() {
    let fixture = Fixture::copy_as("builds/junit4-runners", env!("CARGO_TARGET_TMPDIR"), "repeated/runners");
    let cell = run(&fixture, &Jvm::in_use(), &Dist::find());
    let Cell::Ran { pairs, tests: 6, left_out } = &cell else { panic!("{cell}") };
    assert!(*pairs >= 50 && left_out.is_empty(), "{cell}: {left_out:?}");
}

/// A factory of another class makes some of the instances, and the suite runs two classes twice.
#[test]
fn instances_of_factories_and_classes_that_a_suite_runs_twice_are_run_again() {
    let fixture =
        Fixture::copy_as("builds/factories-testng", env!("CARGO_TARGET_TMPDIR"), "repeated/factories");
    let cell = run(&fixture, &Jvm::in_use(), &Dist::find());
    let Cell::Ran { pairs, tests: 18, left_out } = &cell else { panic!("{cell}") };
    assert!(*pairs >= 50 && left_out.is_empty(), "{cell}: {left_out:?}");
}

/// The suite's file gives parameters to all tests, to those of one test of the suite, and to a class.
#[test]
fn tests_with_parameters_of_a_suite_are_run_again() {
    let fixture =
        Fixture::copy_as("builds/parameters-testng", env!("CARGO_TARGET_TMPDIR"), "repeated/parameters");
    let cell = run(&fixture, &Jvm::in_use(), &Dist::find());
    let Cell::Ran { pairs, tests: 3, left_out } = &cell else { panic!("{cell}") };
    assert!(*pairs >= 20 && left_out.is_empty(), "{cell}: {left_out:?}");
}

/// The rows name the feature; the class with the runner is found beside the tests.
#[test]
fn scenarios_of_cucumbers_runner_of_junit_4_are_run_again() {
    let fixture =
        Fixture::copy_as("builds/cucumber-junit4", env!("CARGO_TARGET_TMPDIR"), "repeated/cucumber-junit4");
    let cell = run(&fixture, &Jvm::in_use(), &Dist::find());
    let Cell::Ran { pairs, tests: 4, left_out } = &cell else { panic!("{cell}") };
    assert!(*pairs >= 50 && left_out.is_empty(), "{cell}: {left_out:?}");
}
