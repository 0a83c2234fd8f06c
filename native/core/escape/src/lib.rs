//! Text from outside (names, messages, paths, arguments) as each kind of output takes it.
//!
//! Each module is the one definition of the escape for its kind of output. What counts as a hidden character is
//! defined once, in [`hidden`]. A visible escape is written as in Rust: `\n`, `\u{202e}`.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod csv;
pub mod github;
pub mod hidden;
pub mod html;
pub mod json;
pub mod markdown;
pub mod sarif;
pub mod shell;
pub mod terminal;
pub mod uri;
pub mod xml;

#[cfg(test)]
mod hostile;
