//! Locates faults by mutants.
//!
//! A *mutant* is a class with one small change. It *mends* a failing test that passes on it, and is *killed* by a test whose result
//! changes. [`Results`] joins the results of many JVMs, in any order and any number of times. [`Results::matched`] maps them to a
//! spectrum, whose lines are scored by [`metallaxis`], [`muse`], and the factors of `+mutants` ([`boosts`]).
//!
//! Performs no I/O; `flt` reads and writes the files.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod boost;
mod counts;
mod evidence;
mod kill;
mod matched;
mod metallaxis;
mod muse;
mod plan;
mod results;
mod tests;
mod words;

pub use boost::{Boost, Boosts, Category, boosts};
pub use counts::{Asked, Expect};
pub use kill::Kill;
pub use matched::{LeftOut, Matched, MatchedMutant, Pair};
pub use metallaxis::{by, metallaxis};
pub use muse::muse;
pub use plan::passing_in_order;
pub use results::{ClassKey, Results, TestResults};
pub use words::{each_once, sentence};
