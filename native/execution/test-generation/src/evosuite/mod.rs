//! EvoSuite: where it is, how it is started, what it says and what it writes.

pub mod command;
pub mod lead;
pub mod said;
pub mod schedule;
pub mod search;
pub mod suite;
pub mod tools;
