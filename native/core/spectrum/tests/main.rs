//! Tests of merging recordings into spectra. They form one binary, because each additional one links the
//! whole crate.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod failed;
mod inlined;
mod merge;
mod outcomes;
mod policies;
mod reruns;
mod sparse;
mod translated;

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
