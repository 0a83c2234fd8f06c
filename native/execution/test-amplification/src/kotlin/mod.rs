//! Failing tests in Kotlin: finding their sources, compiling, growing variants, and writing kept ones as
//! readable source.
//!
//! The crate `faultline-kotlin-edits` edits them; a JVM only compiles the result.

pub mod classes;
pub mod compile;
pub mod find;
pub mod grow;
pub mod write;
