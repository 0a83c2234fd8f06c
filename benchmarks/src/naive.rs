//! The straightforward implementation that metrics are compared with: dense, in f64, from the
//! formulas. It is the one that the metrics' own tests compare values with.

#[path = "../../native/analysis/diagnosability/tests/naive/mod.rs"]
mod suite;

pub(crate) use suite::Suite;
