//! Failing tests in Kotlin: where their sources lie, what is compiled with, variants, kept ones as readable source.
//!
//! The crate `faultline-kotlin-edits` edits them; a JVM only compiles what comes of it.

pub mod classes;
pub mod compile;
pub mod find;
pub mod grow;
pub mod write;
