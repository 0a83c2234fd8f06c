//! When reading is to end.

use std::time::{Duration, Instant};

/// A moment after which no more is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline(Option<Instant>);

impl Deadline {
    /// So long from now; a time that no clock reaches is none.
    pub(crate) fn after(patience: Duration) -> Self {
        Self(Instant::now().checked_add(patience))
    }

    /// One that is never over.
    pub(crate) const NEVER: Self = Self(None);

    pub(crate) fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}
