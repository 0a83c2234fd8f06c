//! Distributes a total of time over classes: by rank ([`Bads`]), with reuse of time that classes leave ([`Pool`]), and over several
//! machines ([`shards`]). No I/O, no clock.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod bads;
mod pool;
mod shards;

pub use bads::{Bads, Budget, Shape, TooLittle};
pub use pool::{Grant, Pool};
pub use shards::shards;
