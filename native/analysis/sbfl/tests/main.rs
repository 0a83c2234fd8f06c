//! Laws and worked examples of rankings in one binary, which saves linking the crate's dependencies for each file.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod amplified;
mod cloning;
mod evidence;
mod laws;
mod modifiers;
mod outcomes;
mod worked_spectra;

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
