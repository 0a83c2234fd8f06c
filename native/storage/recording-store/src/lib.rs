//! Recordings as files: where they lie, what of them counts, how they are read and written; and the
//! source files that they speak of.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod amplified;
pub mod driver;
pub mod files;
pub mod find;
pub mod folder;
pub mod generated;
pub mod held;
pub mod interrupted;
pub mod load;
pub mod location;
pub mod lock;
pub mod mutants;
pub mod partly;
pub mod project;
pub mod reading;
mod remove;
pub mod sources;
pub mod write;
