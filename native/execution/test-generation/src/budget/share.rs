//! The share of a class.

use faultline_time_budget::Budget;
use faultline_vcs_history::Source;

/// The share of a class.
#[derive(Debug)]
pub struct Share {
    /// Rank among all classes, from 1.
    pub rank: usize,
    /// Its source file.
    pub source: Source,
    /// The predictor's score.
    pub score: f64,
    /// Its seconds, with their derivation.
    pub budget: Budget,
}

impl Share {
    /// Seconds of its search; a negative value, possible in the published program's mode, counts as 0.
    pub fn seconds(&self) -> u64 {
        u64::try_from(self.budget.seconds).unwrap_or(0)
    }
}
