//! Tests of file contents and of damaged files. They form one binary, because each additional one links the
//! whole crate.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod answers;
mod data;
mod documentation;
mod layouts;
mod left;
mod recordings;
mod shared;
mod worker;

mod sample;

#[test]
fn every_file_of_tests_is_part_of_a_program() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    // These measure the allocations of the whole program, so they are separate.
    let apart = ["mutations", "text_mutations"];
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some(module) = name.strip_suffix(".rs") else { continue };
        let declared = include_str!("main.rs").contains(&format!("\nmod {module};\n"));
        assert!(declared || module == "main" || apart.contains(&module), "{name} is in no program");
    }
}
