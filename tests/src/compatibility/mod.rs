//! Frameworks x versions x Java x build tool: each cell a real run, checked row by row and line by
//! line. `docs/compatibility.md` is written from it.

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
