//! JVMs that run tests on mutants: how they are started, what they are told, what they say.

pub mod command;
pub mod settings;
pub mod worker;
