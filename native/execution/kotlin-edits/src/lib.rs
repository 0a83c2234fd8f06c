//! Tests written in Kotlin, as text: where one is in its file ([`Test`]), what can be edited in it, its assertions alone, and the
//! file's copy that holds the variants. No I/O: what of it compiles is found out by whoever has a compiler.
//!
//! Types are not known here. Where an edit depends on one that cannot be read off the text, it is proposed, and the compiler decides.

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
