//! How recordings are read: what belongs to a test besides what ran between its start and its
//! end, and which executions of a test are rows.

use faultline_spectrum::{FlakyPolicy, Policies};

/// What counts of recordings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// What belongs to tests.
    pub policies: Policies,
    /// Which executions are rows.
    pub executions: FlakyPolicy,
}
