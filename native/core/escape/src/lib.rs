//! Escapes external text (names, messages, paths, arguments) for each kind of output.
//!
//! Each module defines the escape for one kind of output. Hidden characters are defined once, in [`hidden`]. Visible escapes have
//! Rust's form: `\n`, `\u{202e}`.

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
