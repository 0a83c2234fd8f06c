//! Frameworks x Java: whose tests `faultline mutate` runs again, each cell a recording and a run on mutants.
//! `docs/mutants-frameworks.md` is written from it.

mod cell;
mod document;

use std::path::Path;

use serde::Deserialize;

pub use cell::{Cell, run};
pub use document::{Shown, document};

/// What is tried.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// As people call it, with its version.
    pub framework: String,
    /// What of it the build has.
    pub what: String,
    /// The project below `tests/builds`.
    pub build: String,
    /// The oldest Java that its class files are for.
    #[serde(default)]
    pub release: u32,
}

/// All rows. Panics: the table is not there or not well-formed.
pub fn rows() -> Vec<Row> {
    #[derive(Deserialize)]
    struct Table {
        row: Vec<Row>,
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("compatibility/repeated.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    toml::from_str::<Table>(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display())).row
}
