//! Evidence from what has changed since failing tests passed.

use std::fmt;

use faultline_spectrum::TestId;

/// A source of evidence from changes; the comparison with a baseline implements it.
pub trait ChangeEvidence: fmt::Debug + Sync {
    /// Returns the factors of scores under `+changed`, for some failing tests together; `most` limits the factor of a method.
    fn factors(&self, failing: &[TestId], most: f64) -> ChangeFactors;
}

/// Factors of scores from changes: at least 1, and 1 for what has not changed. Empty if nothing is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChangeFactors {
    /// By method.
    pub methods: Vec<f64>,
    /// What a changed line has beyond its method, by element.
    pub lines: Vec<f64>,
}

impl ChangeFactors {
    /// The factor of a method.
    pub fn method(&self, method: usize) -> f64 {
        self.methods.get(method).copied().unwrap_or(1.0)
    }
}
