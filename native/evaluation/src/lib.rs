//! Faults with known causes, the protocol by which rankings and selections of tests are
//! judged on them, and the statistics that compare two of these.

mod archive;
mod effect;
mod error;
mod fault;
mod load;
mod normal;
mod wilcoxon;

pub use effect::{a12, increase_ratio};
pub use error::EvaluationError;
pub use fault::Fault;
pub use load::{Faults, load};
pub use wilcoxon::{Wilcoxon, wilcoxon};
