//! How fast JVMs get work done.

use std::time::Duration;

/// What JVMs got done in which time, each without its first unit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Speed {
    /// What units were to take that are done. Units: nanoseconds.
    pub(super) cost: u64,
    /// How long JVMs worked, those together that worked at the same time.
    pub(super) worked: Duration,
}

impl Speed {
    /// How long work that is to take so many nanoseconds will take one JVM, at the speed up to now.
    pub(super) fn expected(self, cost: u64) -> Duration {
        let slower = if self.cost == 0 { 1.0 } else { self.worked.as_secs_f64() / (self.cost as f64 / 1e9) };
        Duration::from_secs_f64(slower.clamp(0.1, 20.0) * cost as f64 / 1e9)
    }
}
