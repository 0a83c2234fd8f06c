//! Which commit brought a fault in.
//!
//! [`places`] finds the suspicious lines of rankings in a repository, [`culprits`] whom they accuse, [`bisect`] tests
//! commits in the order that this suggests; [`text`] and [`json`] say it. [`last`] finds who changed suspects
//! last.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod bisect;
pub mod culprits;
pub mod help;
pub mod json;
pub mod last;
pub mod past;
pub mod places;
pub mod text;
