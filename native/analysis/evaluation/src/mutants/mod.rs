//! Mutation-based localization on faults whose lines are known: what reductions of its cost lose.
//!
//! A fault's folder holds results of *all* pairs; every reduction is what a part of them says, so that all are
//! judged on the same runs.

mod fault;
mod figures;
mod load;
mod techniques;

pub use fault::{LineFault, Lines};
pub use figures::{Judged, Row, Rows, judge};
pub use load::{LineFaults, load_mutants};
pub use techniques::{FORMULAS, Stage, Technique};
