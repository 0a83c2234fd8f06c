//! The naive implementation that metrics are compared with, dense, in f64, from the formulas; also used in the metrics' own tests.

#[path = "../../native/analysis/diagnosability/tests/naive/mod.rs"]
mod suite;

pub(crate) use suite::Suite;
