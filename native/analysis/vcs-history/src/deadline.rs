//! Time limits on reading a history.

use std::time::{Duration, Instant};

/// A moment at which reading stops.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline(Option<Instant>);

impl Deadline {
    /// A deadline `patience` from now; none if the clock cannot represent it.
    pub(crate) fn after(patience: Duration) -> Self {
        Self(Instant::now().checked_add(patience))
    }

    /// No deadline.
    pub(crate) const NEVER: Self = Self(None);

    pub(crate) fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}
