//! Mutation-based localization on faults with known lines: the accuracy lost by techniques that reduce its
//! cost.
//!
//! A fault's folder contains the results of *all* pairs. Every technique is evaluated on a subset of them, so
//! that all are compared on the same runs.

mod fault;
mod figures;
mod load;
mod techniques;

pub use fault::{LineFault, Lines};
pub use figures::{Judged, LEVELS, Protocol, Row, Rows, judge};
pub use load::{LineFaults, load_mutants};
pub use techniques::{Entropy, FORMULAS, Stage, Technique};
