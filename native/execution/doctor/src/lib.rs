//! Finds what is missing in a recording, why, and how to fix it.
//!
//! A [`case::Case`] is read once; each of [`checks`] examines it and may return findings; a
//! [`report::Report`] has all of them. `faultline run` uses the same checks for its last line.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod builds;
pub mod case;
pub mod checks;
pub mod circumstances;
pub mod compiled;
pub mod example;
pub mod finding;
pub mod java;
pub mod report;
