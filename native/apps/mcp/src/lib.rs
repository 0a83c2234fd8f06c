//! What recordings say, and making them, as tools of the Model Context Protocol, for coding agents.
//!
//! [`serve()`] answers over standard input and output. Each tool is a file of [`tools`]: what it takes and what it gives, as types whose
//! schemata a client is told, and the way from one to the other, which is that of the command of the same meaning. Nothing but
//! [`serve()`] and the server behind it is asynchronous.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod bound;
mod call;
mod named;
mod place;
mod project;
mod serve;
mod server;
pub mod tools;
mod watched;

pub use bound::{BOUND, MOST};
pub use project::Project;
pub use serve::serve;
pub use server::Server;
