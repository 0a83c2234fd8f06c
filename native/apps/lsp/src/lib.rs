//! A server of the Language Server Protocol that shows in editors what recordings say: suspicious lines, which tests run a line, and
//! why they fail.
//!
//! It runs beside the editor's own server of the language, and knows no language. [`serve()`] serves on standard input and output,
//! [`Server`] on any connection. A thread watches and ranks recordings ([`Index`]); all else is answered at once from what it
//! has made ready. [`Placement`] finds where the lines that the run saw stand in edited texts.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod actions;
mod client;
mod commands;
mod coverage;
mod declarations;
mod diagnostics;
mod documents;
mod edit;
mod hover;
mod index;
mod lenses;
mod marks;
mod mending;
mod options;
mod placement;
mod project;
mod projects;
mod seen;
mod serve;
mod server;
mod text;
mod tokens;
mod transport;
mod uri;
mod watch;

pub use index::{Index, LineCount, Runs, SourceLines};
pub use placement::Placement;
pub use serve::serve;
pub use server::{End, Server};
