//! Edits tests written in Kotlin as text: finds a test in its file ([`Test`]), its possible edits and single
//! assertions, and makes a copy of the file with its variants. Performs no I/O; the caller compiles the
//! variants.
//!
//! Types are unknown here. An edit that depends on a type that the text does not show is proposed, and the
//! compiler decides.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod assertions;
mod calls;
mod copy;
mod edit;
mod edits;
mod header;
mod imports;
mod inputs;
mod literals;
mod nodes;
mod observed;
mod refused;
mod renamed;
mod sites;
mod source;
mod split;
mod test;
mod types;
mod variants;
mod watching;
mod written;

pub use copy::Copy;
pub use refused::Refused;
pub use renamed::Renamed;
pub use source::Source;
pub use test::Test;
pub use variants::{Kind, Variant, Variants, Wanted};
pub use written::{Framework, Keep};
