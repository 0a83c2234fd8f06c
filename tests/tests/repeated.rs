//! A cell of the table of whose tests are run again on mutants, and whether the document is that of the table.

use faultline_tests::compatibility::Jvm;
use faultline_tests::repeated::{Cell, Shown, rows, run};
use faultline_tests::{Dist, Fixture};

/// JUnitParams hands a method over once for each row, and counts them.
#[test]
fn rows_of_all_runners_of_junit_4_are_run_again() {
    let fixture = Fixture::copy_as("builds/junit4-runners", env!("CARGO_TARGET_TMPDIR"), "repeated/runners");
    let cell = run(&fixture, &Jvm::in_use(), &Dist::find());
    let Cell::Ran { pairs, tests: 6, left_out } = &cell else { panic!("{cell}") };
    assert!(*pairs >= 50 && left_out.is_empty(), "{cell}: {left_out:?}");
}

#[test]
fn the_document_has_every_row_of_the_table_and_no_cell_fails() {
    let document = include_str!("../../docs/mutants-frameworks.md");
    for row in rows() {
        let shown = Shown::earlier(document, &row);
        assert!(shown.is_some(), "docs/mutants-frameworks.md has no good row {}: run it again", row.build);
    }
}
