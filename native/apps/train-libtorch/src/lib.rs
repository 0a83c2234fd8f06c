//! Trains RLFDC by libtorch: the learner of [`faultline_learned_metrics`] with all arithmetic done by torch,
//! on the CPU or by CUDA.
//!
//! It serves as a comparison. The default trainer is far faster on a network of this size and gives
//! bit-identical results on every platform. `native/apps/train-libtorch/README.md` describes how to build it.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![cfg(feature = "tch")]

mod torch;

pub use torch::{Place, Torch};
