//! A total of time among classes: what each gets by its rank ([`Bads`]), what becomes of what a class leaves ([`Pool`]), and which
//! classes each of several machines takes ([`shards`]). No I/O, no clock.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod bads;
mod pool;
mod shards;

pub use bads::{Bads, Budget, TooLittle};
pub use pool::{Grant, Pool};
pub use shards::shards;
