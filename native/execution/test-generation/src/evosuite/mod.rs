//! EvoSuite: its location, its start, its log and its output.

pub mod command;
pub mod lead;
pub mod process;
pub mod schedule;
pub mod search;
pub mod status;
pub mod suite;
pub mod tools;
