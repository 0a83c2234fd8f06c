//! Finds the commit that introduced a fault.
//!
//! [`places`] locates the suspicious lines of rankings in a repository, [`culprits`] finds the commits they
//! accuse, and [`bisect`] tests commits in the resulting order. [`text`] and [`json`] render the answer.
//! [`last`] finds the last change of suspects.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod bisect;
pub mod culprits;
pub mod help;
pub mod json;
pub mod last;
pub mod past;
pub mod places;
pub mod text;
