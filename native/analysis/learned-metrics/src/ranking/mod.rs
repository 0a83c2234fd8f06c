//! The ranking by evidence: what each kind weighs, learned from faults with known causes, and the file that holds it.

mod fit;
mod lesson;
mod likelihood;
mod model;
mod sure;

pub use fit::{FitOptions, fit, of_lines};
pub use lesson::{First, Lesson, LineLesson};
pub use model::{RankingCard, RankingModel, RankingTraining, builtin_ranking};
