//! Runs programs: whole groups of processes, with the agent in their JVMs, of tools that a project
//! is built with, and jobs of many processes that can be stopped and gone on with.

pub mod agent;
pub mod process;
pub mod tools;
pub mod work;
