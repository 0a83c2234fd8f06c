//! RLFDC: a diagnosability metric learned from faults with known causes. It needs no test outcomes when it is used.
//!
//! Deep Q-learning ([`train`]) trains a small network ([`Network`]) to predict how much adding a test improves the rank of a
//! faulty method. As a metric ([`Rlfdc`]) it works with selection and evaluation like any other. A [`Model`] is a network
//! with its history, stored in a self-describing file ([`Model::read`], [`Model::write`]).
//!
//! ```
//! # use std::ops::ControlFlow;
//! # use faultline_diagnosability::AnyMetric;
//! # use faultline_learned_metrics::{Options, Progress, Rlfdc, RlfdcError, TrainingFault, train};
//! # fn learn(faults: &[TrainingFault<'_>]) -> Result<AnyMetric, RlfdcError> {
//! let trained = train(faults, &Options::default(), &mut |progress: &Progress<'_>| {
//!     println!("{}: loss {:.4}, reward {:.3}", progress.fault, progress.loss, progress.reward);
//!     ControlFlow::Continue(())
//! })?;
//! # Ok(
//! AnyMetric::new(Rlfdc::new(trained.model.network()))
//! # )
//! # }
//! ```
//!
//! All computation is `f32` arithmetic in an order that the source fixes: a seed always gives the same model, bit by bit, on
//! every CPU and with any number of threads.
//!
//! Source: Zhuo et al., Automatically learning a precise measurement for fault diagnosis
//! capability of test cases, TOSEM.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod ablation;
mod adam;
mod backend;
mod builtin;
mod dense;
mod digest;
mod environment;
mod error;
mod extended;
mod gradient;
mod import;
mod inputs;
mod learner;
mod linear;
mod metric;
mod model;
mod network;
mod options;
mod random;
pub mod ranking;
mod recipe;
mod registry;
mod replay;
mod round;
mod task;
mod train;
mod trainable;
mod weights_file;

pub use backend::{BATCH, Backend, Example, Plain, Side};
pub use builtin::builtin;
pub use digest::Digest;
pub use environment::Environment;
pub use error::RlfdcError;
pub use extended::{
    Belief, EVIDENCE, Evidence, Extended, ExtendedCard, ExtendedModel, ExtendedOptions, ExtendedRecipe,
    ExtendedTrainer, ExtendedTraining, MethodEvidence, builtin_extended, train_extended,
};
pub use inputs::{Action, FEATURES, State};
pub use learner::{EpisodeReport, Learner};
pub use metric::{Rlfdc, RlfdcState};
pub use model::{Card, Figure, Model, Training, VERSION};
pub use network::{Network, PARAMETERS};
pub use options::{Algorithm, Options};
pub use random::Random;
pub use recipe::Recipe;
pub use registry::{LEARNED, LearnedEntry, find, find_trainable, is_learned, names};
pub use round::Round;
pub use task::{SelectionTask, TrainingFault};
pub use train::{Observer, Progress, Trained, Trainer, train, train_with};
pub use trainable::Trainable;
