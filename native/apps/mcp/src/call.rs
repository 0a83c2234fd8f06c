//! Progress and cancellation of a tool call.

use std::fmt;

/// Receives progress: an increasing number, and a message.
type Tell = Box<dyn Fn(f64, String) + Send>;

/// A tool call in progress.
pub struct Call {
    is_cancelled: Box<dyn Fn() -> bool + Send>,
    tell: Option<Tell>,
}

impl Call {
    /// Creates a call that `is_cancelled` can stop; `tell` receives its progress, if the client wants it.
    pub fn new(is_cancelled: impl Fn() -> bool + Send + 'static, tell: Option<Tell>) -> Self {
        Self { is_cancelled: Box::new(is_cancelled), tell }
    }

    /// Whether the client cancelled the call.
    pub fn is_cancelled(&self) -> bool {
        (self.is_cancelled)()
    }

    /// Whether the client wants progress.
    pub fn is_watched(&self) -> bool {
        self.tell.is_some()
    }

    /// Reports progress.
    pub fn tell(&self, progress: f64, message: String) {
        if let Some(tell) = &self.tell {
            tell(progress, message);
        }
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("is_watched", &self.is_watched()).finish_non_exhaustive()
    }
}
