//! Metrics that can be trained.

use std::fmt;

use faultline_diagnosability::AnyMetric;

use crate::{RlfdcError, TrainingFault};

/// A way to learn a metric from faults with known causes. An evaluation uses it to train on some faults and test on others.
///
/// [`crate::LEARNED`] has one for each learned metric; [`crate::find_trainable`] finds it.
pub trait Trainable: fmt::Debug + Send + Sync {
    /// Name with its non-default parameters: `rlfdc:algorithm=dqn`.
    fn name(&self) -> String;

    /// Learns from the faults, in the given order. A seed gives the same metric, regardless of concurrent work. Errors: as
    /// [`crate::train`].
    fn train(&self, faults: &[TrainingFault<'_>], seed: u64) -> Result<AnyMetric, RlfdcError>;
}
