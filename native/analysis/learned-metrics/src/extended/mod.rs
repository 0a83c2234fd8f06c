//! The extended metric: expected average precision with a learned belief about where the fault
//! is before any test is chosen.
//!
//! Five numbers are learned: how much each kind of [evidence](EVIDENCE) about a method, all of it
//! known before any candidate ran, speaks for it. `docs/learned.md` says why so few, how they
//! are learned, and what they are worth on projects that were not learned from.

mod belief;
mod evidence;
mod metric;
mod model;
mod recipe;
mod train;

pub use belief::Belief;
pub use evidence::{EVIDENCE, Evidence, MethodEvidence};
pub use metric::Extended;
pub use model::{ExtendedCard, ExtendedModel, ExtendedTraining, builtin_extended};
pub use recipe::ExtendedRecipe;
pub use train::{ExtendedOptions, ExtendedTrainer, train_extended};
