//! How every part of Faultline touches the file system.
//!
//! A file is replaced whole or not at all ([`replace`]), and nothing is deleted or overwritten but what Faultline made
//! ([`OwnedFolder`]). This crate knows nothing of what the files say.

mod fresh;
mod inside;
mod owned;
mod replace;

pub use fresh::{fresh, put};
pub use inside::is_within;
pub use owned::{Kind, MARKER, OwnedFolder, Refusal, claims_nothing};
pub use replace::{rename, replace};
