//! What a class gets.

use faultline_vcs_history::{Budget, Source};

/// What a class gets.
#[derive(Debug)]
pub struct Share {
    /// Among all classes, from 1.
    pub rank: usize,
    /// Its file.
    pub source: Source,
    /// By the predictor.
    pub score: f64,
    /// Its seconds, and how they came about.
    pub budget: Budget,
}

impl Share {
    /// What its search may take; the published program's may be below 0, which is none.
    pub fn seconds(&self) -> u64 {
        u64::try_from(self.budget.seconds).unwrap_or(0)
    }
}
