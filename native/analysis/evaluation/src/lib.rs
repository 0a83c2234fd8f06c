//! Evaluation of rankings and test selections on faults with known causes: the protocol, the measures, and
//! the statistics that compare them.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod archive;
mod bootstrap;
mod columns;
mod curve;
mod division;
mod effect;
mod error;
mod fault;
mod figures;
mod friedman;
mod judge;
mod labelled;
mod learned;
mod left_out;
mod load;
pub mod mutants;
mod normal;
mod oracle;
mod protocol;
mod ranked;
mod report;
pub mod seeded;
mod threads;
mod together;
mod wilcoxon;

pub use archive::{ENDING as ARCHIVE, unpack, unpacked};
pub use bootstrap::interval_of;
pub use curve::Curve;
pub use division::{Part, across, folds};
pub use effect::{a12, increase_ratio};
pub use error::EvaluationError;
pub use fault::Fault;
pub use figures::{Figures, Measure};
pub use friedman::{Friedman, friedman, holm};
pub use judge::{Judge, Scratch, Suite};
pub use labelled::with_labelled;
pub use learned::{Learned, Learner, Stage, Training, evaluate_learned};
pub use left_out::LeftOut;
pub use load::{Faults, load, load_all};
pub use protocol::{Outcomes, Plan, evaluate};
pub use ranked::{Asked, ranked};
pub use report::{Column, Comparison, ProjectChange, Report, Way};
pub use threads::with_threads;
pub use together::together;
pub use wilcoxon::{Wilcoxon, wilcoxon};
