//! What was measured of a suite and its parts, and rules that it must keep.
//!
//! [`Survey`] is what was measured. A rule is one line, as `ddu>=0.1` or `class:org.x.*:covered at least 0.8`: [`Rule`] is read from
//! it. [`check`] says of each what keeps it and what does not.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod check;
mod measure;
mod measured;
mod measures;
mod rule;
mod survey;
mod suspects;
pub mod words;

pub use check::{Part as Checked, Verdict, check};
pub use measure::Measure;
pub use measures::{Measures, Part};
pub use rule::{Rule, RuleError, Scope, Side};
pub use survey::Survey;
