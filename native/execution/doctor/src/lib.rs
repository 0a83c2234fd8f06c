//! What is missing in a recording, why, and how to mend it.
//!
//! A [`case::Case`] is read once; each of [`checks`] looks at it and finds something or nothing; a
//! [`report::Report`] has all findings. `faultline run` asks the same checks for its last line.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod builds;
pub mod case;
pub mod checks;
pub mod circumstances;
pub mod compiled;
pub mod finding;
pub mod java;
mod modules;
pub mod report;
pub mod reports;
