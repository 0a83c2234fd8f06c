//! Processes: groups that end together, forwarded signals, and captured output.

pub mod command;
pub mod group;
pub mod output;
pub mod program;
pub mod shell;
pub mod signals;
pub mod tail;
pub mod template;
pub mod wishes;
