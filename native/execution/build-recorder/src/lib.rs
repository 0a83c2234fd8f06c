//! Records a build: attaches the agent, lets the caller run the build, and sums up the result in one line.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod baseline;
mod carried;
pub mod found;
pub mod keep;
mod patterns;
mod record;
pub mod rerun;
pub mod summary;

pub use record::{Build, Recorded, record};
