//! The extended metric as a trainable metric.

use faultline_diagnosability::AnyMetric;

use super::{ExtendedOptions, train_extended};
use crate::{RlfdcError, Trainable, TrainingFault};

/// The training recipe of the extended metric; it has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExtendedRecipe;

impl ExtendedRecipe {
    /// Name among learned metrics.
    pub const NAME: &str = "belief";
}

impl Trainable for ExtendedRecipe {
    fn name(&self) -> String {
        Self::NAME.to_owned()
    }

    /// Ignores the seed: training is deterministic.
    fn train(&self, faults: &[TrainingFault<'_>], _seed: u64) -> Result<AnyMetric, RlfdcError> {
        let model = train_extended(faults, &ExtendedOptions::default())?;
        Ok(AnyMetric::new(model.metric(Self::NAME)))
    }
}
