//! Benchmarks of the whole thing: what the agent costs a real suite and whole builds, what the boundary of a
//! test costs, how fast a ranking is, and how fast tests are chosen and metrics evaluated.
//!
//! Everything that is compared is measured within one run, in turns, as CPU time: a busy
//! machine then slows all sides alike, and minima are what is left without it.

pub mod belief;
pub mod boundary;
pub mod builds;
pub mod choose;
pub mod commits;
pub mod comparison;
pub mod cores;
pub mod cpu;
mod error;
pub mod evaluate;
pub mod faults;
pub mod fixture;
pub mod generated;
pub mod growth;
pub mod history;
pub mod library;
pub mod loaded;
mod naive;
pub mod outcomes;
pub mod overhead;
pub mod past;
pub mod probes;
pub mod rank;
pub mod report;
pub mod start;
pub mod stats;
pub mod suite;
mod suites;
pub mod synthetic;
pub mod table;
pub mod workspace;

pub use error::BenchError;
