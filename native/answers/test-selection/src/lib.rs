//! Selects the tests that are worth labelling, from a pool or from the passing tests.
//!
//! A [`question::Question`] is answered by a [`report::Report`] at once, or interactively in [`asked`], where
//! each answer changes which test is worth asking about next.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod asked;
pub mod given;
pub mod near;
pub mod pool;
pub mod question;
pub mod report;
pub mod standing;
