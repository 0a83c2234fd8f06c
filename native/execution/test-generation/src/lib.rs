//! Generates tests: selects classes and their search times, runs generators, and labels and records the
//! written tests.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod budget;
pub mod evosuite;
pub mod names;
pub mod targets;
pub mod written;
