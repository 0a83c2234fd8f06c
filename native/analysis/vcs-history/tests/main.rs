//! Integration tests in one binary, which saves linking the crate's dependencies for each file.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod budgets;
mod clones;
mod last;
mod mining;
mod oracle;
mod repositories;
mod schwa;
mod tracing;
mod units;

mod git;

#[test]
fn every_file_of_tests_is_part_of_a_program() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some(module) = name.strip_suffix(".rs") else { continue };
        let declared = include_str!("main.rs").contains(&format!("\nmod {module};\n"));
        assert!(declared || module == "main", "{name} is in no program");
    }
}
