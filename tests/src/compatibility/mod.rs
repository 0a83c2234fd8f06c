//! Tests combinations of framework versions, Java and build tool by real runs, checked row by row and line by line. Writes
//! `docs/compatibility.md`.

mod cells;
mod checks;
mod document;
mod jvms;
mod project;

pub use cells::{Framework, Line, Runner, Table};
pub use checks::{CHECKS, Check};
pub use document::{Document, Outcome, earlier};
pub use jvms::{Jvm, NEWEST_WHEELS, fetched};
pub use project::Project;
