//! Who records a build: the agent attached, the build run by whoever asks, what came of it in a line.

pub mod found;
mod patterns;
mod record;
pub mod summary;

pub use record::{Build, Recorded, record};
