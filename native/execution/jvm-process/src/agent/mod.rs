//! The recording agent: its jar, its options, and how it gets into JVMs.

pub mod attach;
pub mod jar;
pub mod options;
mod place;
