//! Released projects with their own builds, as the oracle of what nobody thought of: `tests/projects/projects.toml` lists them, and
//! `docs/compatibility.md` has the results.

mod alone;
mod checks;
mod document;
mod found;
mod loaded;
mod made;
mod prepare;
mod project;
mod ran;
mod results;
mod suite;
mod table;
mod tools;

pub use document::render;
pub use found::{Difference, Found};
pub use project::check;
pub use results::Results;
pub use table::{Build, Check, Explained, Project, Table, Tool};
