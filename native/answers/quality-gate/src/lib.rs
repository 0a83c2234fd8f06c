//! Measures of a suite and its parts, and rules that they must keep.
//!
//! [`Survey`] has the measures. A [`Rule`] is parsed from one line, such as `ddu>=0.1` or
//! `class:org.x.*:covered at least 0.8`. [`check`] lists the parts that violate each rule.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod check;
mod matrices;
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
