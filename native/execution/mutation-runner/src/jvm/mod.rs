//! JVMs that run tests on mutants: how they are started, their settings, and their records.

pub mod command;
pub mod settings;
pub mod worker;
