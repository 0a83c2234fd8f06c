//! EvoSuite: where it is, how it is started, what it says and what it writes.

pub mod command;
pub mod lead;
pub mod process;
pub mod schedule;
pub mod search;
pub mod status;
pub mod suite;
pub mod tools;
