//! The commands as users run them. All tests are one program, because each test program links the whole
//! crate.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod amplify;
mod baseline;
mod budget;
mod budget_run;
mod check;
mod commits;
mod covering;
mod crafted;
mod doctor;
mod evaluate;
mod exchange;
mod exit_codes;
mod generate;
mod history;
mod json_file;
mod limits;
mod lsp;
mod mcp;
mod mutants;
mod mutate;
mod options;
mod output;
mod owned_folders;
mod papers;
mod rank_amplified;
mod rank_degraded;
mod rank_formats;
mod rank_json;
mod rank_past;
mod rank_screen;
mod rank_table;
mod reading;
mod reads_within;
mod report;
mod report_pages;
mod reused_copy;
mod run;
mod select;
mod select_interactive;
mod suite;
mod templates;
mod terminal;
mod train;
mod trust;
mod unseen;
mod users_files;

#[path = "support/repository.rs"]
mod repository;
#[path = "support/schema.rs"]
mod schema;
mod support;

#[test]
fn every_file_of_tests_is_part_of_this_program() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some(module) = name.strip_suffix(".rs") else { continue };
        let declared = include_str!("main.rs").contains(&format!("\nmod {module};\n"));
        assert!(declared || module == "main", "{name} is in no program");
    }
}
