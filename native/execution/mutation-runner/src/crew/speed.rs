//! The speed of JVMs.

use std::time::Duration;

/// Work done by JVMs and the time it took, without the first unit of each JVM.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Speed {
    /// Expected cost of the finished units. Units: ns.
    pub(super) cost: u64,
    /// Total time in which JVMs worked, summed over JVMs.
    pub(super) worked: Duration,
}

impl Speed {
    /// The expected duration of work of this cost (in ns) in one JVM, at the speed so far.
    pub(super) fn expected(self, cost: u64) -> Duration {
        let slower = if self.cost == 0 { 1.0 } else { self.worked.as_secs_f64() / (self.cost as f64 / 1e9) };
        Duration::from_secs_f64(slower.clamp(0.1, 20.0) * cost as f64 / 1e9)
    }
}
