//! Which tests are worth a look, from a pool or from what passes.
//!
//! A [`question::Question`] of somebody is answered by a [`report::Report`] at once, or test by test in [`asked`], where each
//! answer changes what is worth asking next.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod asked;
pub mod given;
pub mod near;
pub mod pool;
pub mod question;
pub mod report;
pub mod standing;
