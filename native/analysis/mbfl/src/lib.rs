//! What mutants say of where a fault lies.
//!
//! A *mutant* is a class with one small change. A failing test that passes on it is *mended*; a test that ends
//! otherwise than without it *kills* it. [`Results`] joins what many JVMs found, in any order and any number of
//! times; [`Results::matched`] puts it beside a spectrum, whose lines it then scores: [`metallaxis`], [`muse`],
//! and the factors of `+mutants` ([`boosts`]).
//!
//! No I/O here; files are `flt`'s.

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
mod words;

pub use boost::{Boost, Boosts, Category, boosts};
pub use counts::Expect;
pub use kill::Kill;
pub use matched::{LeftOut, Matched, MatchedMutant, Pair};
pub use metallaxis::{by, metallaxis};
pub use muse::muse;
pub use plan::passing_in_order;
pub use results::{ClassKey, Results, TestResults};
pub use words::{each_once, sentence};
