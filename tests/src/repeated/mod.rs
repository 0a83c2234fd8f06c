//! Tests which frameworks' tests `faultline mutate` can rerun on each Java; each cell is a recording and a run on mutants. Writes
//! `docs/compatibility.md`.

mod cell;
mod document;

use std::path::Path;

use serde::Deserialize;

pub use cell::{Cell, run};
pub use document::{Shown, document};

/// A row of the table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The display name, with version.
    pub framework: String,
    /// The features used by the build.
    pub what: String,
    /// The project below `tests/builds`.
    pub build: String,
    /// The oldest Java that its class files are for.
    #[serde(default)]
    pub release: u32,
}

/// Reads all rows. Panics: the table is missing or malformed.
pub fn rows() -> Vec<Row> {
    #[derive(Deserialize)]
    struct Table {
        row: Vec<Row>,
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("compatibility/repeated.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    toml::from_str::<Table>(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display())).row
}
