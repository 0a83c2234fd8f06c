//! Processes: in groups that end together, with signals passed on, and what they say read along.

pub mod command;
pub mod group;
pub mod program;
pub mod shell;
pub mod signals;
pub mod tail;
pub mod template;
pub mod wishes;
