//! Variants written as source.

use std::path::PathBuf;
use std::time::Duration;

use faultline_variant_evidence::words::{By, Label};

/// Timeout of writing.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// A variant to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its number in its unit.
    pub n: usize,
    /// Its label.
    pub label: Label,
    /// The source of the label.
    pub by: By,
    /// Its name in the source.
    pub name: String,
    /// Class of the exception that ends it on the oracle; empty if none does.
    pub end: String,
    /// The observed values, or the correct ones.
    pub observations: Vec<String>,
}

/// The result of writing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wrote {
    /// Number of tests.
    pub tests: usize,
    /// Files with these tests.
    pub files: Vec<PathBuf>,
    /// Why nothing was written.
    pub note: Option<String>,
}
