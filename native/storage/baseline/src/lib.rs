//! What each test ran when it last passed, and what that code did: kept beside recordings from run to run, so
//! that a later failure can be compared with it.
//!
//! A method is known by a hash of its bytecode that neither a moved line nor another compilation changes.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod affected;
#[cfg(test)]
mod affected_tests;
mod archive;
mod class_path;
pub mod file;
#[cfg(test)]
mod file_tests;
mod found;
mod join;
#[cfg(test)]
mod join_tests;
mod listed;
pub mod model;
mod modules;
mod numbers;
mod outdated;
mod read_by_path;
pub mod reruns;
mod selection;
mod snapshot;
mod urgency;

pub use affected::{Affected, Why};
pub use archive::version_of;
pub use listed::{Listed, listed};
pub use model::{Baseline, ClassState, Input, MethodState, Passed, Run, TestState};
pub use outdated::LastModified;
pub use reruns::{Rerun, Reruns};
pub use selection::{Selection, TestJvm};
pub use snapshot::snapshot;
pub use urgency::UNKNOWN;

/// Name of the file that keeps what tests ran when they last passed.
pub const NAME: &str = "baseline.flb";
