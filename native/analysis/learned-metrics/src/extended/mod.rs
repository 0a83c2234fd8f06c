//! The extended metric: expected average precision with a learned prior belief about the location of the fault.
//!
//! Five weights are learned, one for each kind of [evidence](EVIDENCE) about a method. All evidence is known before any
//! candidate runs. `docs/learning.md` explains the choice, the training and the results on unseen projects.

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
