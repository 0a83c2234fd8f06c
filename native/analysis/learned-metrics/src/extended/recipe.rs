//! The extended metric as something to train.

use faultline_diagnosability::AnyMetric;

use super::{ExtendedOptions, train_extended};
use crate::{RlfdcError, Trainable, TrainingFault};

/// How the extended metric is to learn: there is one way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExtendedRecipe;

impl ExtendedRecipe {
    /// Its name among learned metrics.
    pub const NAME: &str = "belief";
}

impl Trainable for ExtendedRecipe {
    fn name(&self) -> String {
        Self::NAME.to_owned()
    }

    /// Nothing is drawn, so every seed gives the same metric.
    fn train(&self, faults: &[TrainingFault<'_>], _seed: u64) -> Result<AnyMetric, RlfdcError> {
        let model = train_extended(faults, &ExtendedOptions::default())?;
        Ok(AnyMetric::new(model.metric(Self::NAME)))
    }
}
