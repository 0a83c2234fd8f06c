//! Evaluations of handmade and recorded faults. They form one binary, because each additional one links the
//! whole crate.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod data;
mod labelled;
mod learned;
mod load;
mod protocol;

mod naive;

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
