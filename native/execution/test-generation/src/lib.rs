//! Generates tests: which classes are worth searching and for how long, the generators that search
//! them, and what becomes of the tests that they write.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod budget;
pub mod evosuite;
pub mod metrics;
pub mod names;
pub mod targets;
pub mod written;
