//! Runs programs: process groups, JVMs with the agent, build tools, JVMs that run recorded tests again, and
//! resumable jobs of many processes.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod agent;
pub mod jvm;
pub mod process;
pub mod tools;
pub mod work;
