//! Written tests: their folder, their coverage and their labels.

pub mod folder;
pub mod label;
pub mod record;
