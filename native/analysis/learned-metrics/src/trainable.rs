//! Metrics that have yet to learn.

use std::fmt;

use faultline_diagnosability::AnyMetric;

use crate::{RlfdcError, TrainingFault};

/// A way to learn a metric from faults with known causes: what an evaluation needs to train
/// anew on some faults and judge on others.
///
/// [`crate::LEARNED`] has one for each learned metric; [`crate::find_trainable`] finds it.
pub trait Trainable: fmt::Debug + Send + Sync {
    /// Name with the parameters that are not the default ones: `rlfdc:algorithm=dqn`.
    fn name(&self) -> String;

    /// Learns from the faults, in the given order. One seed gives one metric, whatever runs
    /// beside it. Errors: as [`crate::train`].
    fn train(&self, faults: &[TrainingFault<'_>], seed: u64) -> Result<AnyMetric, RlfdcError>;
}
