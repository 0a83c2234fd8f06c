//! A server of the Model Context Protocol for coding agents: tools that record builds and answer questions
//! about recordings.
//!
//! [`serve()`] serves on standard input and output. Each tool is a file of [`tools`]: input and output types,
//! whose schemas clients receive, and the code between them, shared with the corresponding command. Only
//! [`serve()`] and the server behind it are asynchronous.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod bound;
mod budget;
mod call;
mod named;
mod project;
mod screen;
mod serve;
mod server;
pub mod tools;
mod watched;
mod window;

pub use bound::{BOUND, MOST};
pub use project::Project;
pub use serve::serve;
pub use server::Server;
