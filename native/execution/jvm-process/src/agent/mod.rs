//! The recording agent: its jar, its options, and how it gets into JVMs.

mod archive_options;
pub mod attach;
pub mod gradle_daemons;
pub mod jar;
pub mod java_line;
pub mod options;
mod place;
pub mod starts;
