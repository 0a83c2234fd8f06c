//! Runs programs: whole groups of processes, with the agent in their JVMs, of tools that a project
//! is built with, JVMs that run recorded tests again, and jobs of many processes that can be stopped and gone on with.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod agent;
pub mod jvm;
pub mod process;
pub mod tools;
pub mod work;
