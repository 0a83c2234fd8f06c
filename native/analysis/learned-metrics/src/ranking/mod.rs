//! Ranking by evidence: learns the weight of each kind from faults with known causes, and stores weights in a file.

mod fit;
mod lesson;
mod likelihood;
mod model;
mod sure;

pub use fit::{FitOptions, fit, of_lines};
pub use lesson::{First, Lesson, LineLesson};
pub use model::{RankingCard, RankingModel, RankingTraining, builtin_ranking};
