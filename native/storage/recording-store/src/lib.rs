//! Recordings on disk: finding, reading, filtering and writing them, and finding the source files they refer
//! to.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod amplified;
mod baseline_beside;
mod carried;
pub mod driver;
pub mod files;
pub mod find;
pub mod folder;
pub mod generated;
pub mod held;
pub mod interrupted;
pub mod load;
pub mod lock;
pub mod memory;
pub mod mutants;
mod named_baseline;
pub mod outside;
pub mod partly;
pub mod programs;
pub mod project;
pub mod reading;
pub mod recorded_root;
mod remove;
pub mod sources;
mod started;
pub mod unseen;
pub mod whose;
pub mod write;

pub use baseline_beside::baseline_beside;
pub use carried::carried;
pub use named_baseline::NamedBaseline;
