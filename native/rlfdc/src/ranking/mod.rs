//! The ranking by evidence: what each kind weighs, learned from faults with known causes, and the file that holds it.

mod fit;
mod lesson;
mod likelihood;
mod model;

pub use fit::{FitOptions, fit};
pub use lesson::Lesson;
pub use model::{RankingCard, RankingModel, RankingTraining, builtin_ranking};
