//! Benchmarks of the whole system: the agent's cost for a real suite, for whole builds and per test boundary, and the speed of rankings,
//! of choosing tests and of evaluating metrics.
//!
//! Compared variants are measured within one run, alternating, by CPU time: a busy machine then slows all variants alike, and minima
//! exclude its influence.

pub mod belief;
pub mod boundary;
pub mod builds;
pub mod choose;
pub mod commits;
pub mod comparison;
pub mod cores;
pub mod cpu;
pub mod editor;
mod error;
pub mod evaluate;
pub mod faults;
pub mod fixture;
pub mod generated;
pub mod growth;
pub mod histories;
pub mod history;
pub mod library;
pub mod loaded;
mod naive;
pub mod outcomes;
pub mod overhead;
pub mod past;
pub mod probes;
pub mod rank;
pub mod recordings;
pub mod report;
pub mod start;
pub mod stats;
pub mod suite;
mod suites;
pub mod synthetic;
pub mod table;
pub mod workspace;

pub use error::BenchError;
