//! Who records a build: the agent attached, the build run by whoever asks, what came of it in a line.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod found;
mod patterns;
mod record;
pub mod summary;

pub use record::{Build, Recorded, record};
