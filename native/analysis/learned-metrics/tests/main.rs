//! Tests of the crate, linked as one program because each further program links the whole crate again.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod across;
mod data;
mod extended;
mod features;
mod files;
mod ranking;
mod straightforward;
mod training;

mod hand;
mod plain;

#[test]
fn every_file_of_tests_is_part_of_a_program() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    // Allocation counts include the whole program, so those tests run separately.
    let apart = ["allocation"];
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some(module) = name.strip_suffix(".rs") else { continue };
        let declared = include_str!("main.rs").contains(&format!("\nmod {module};\n"));
        assert!(declared || module == "main" || apart.contains(&module), "{name} is in no program");
    }
}
