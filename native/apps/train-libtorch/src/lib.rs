//! RLFDC trained by libtorch: the learner of [`faultline_learned_metrics`] with all its arithmetic done
//! by torch, on the CPU or by CUDA.
//!
//! For comparing with the trainer that everything else uses, which is far quicker on a network
//! of this size and gives the same bits everywhere. `docs/libtorch.md` says how to build it.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![cfg(feature = "tch")]

mod torch;

pub use torch::{Place, Torch};
