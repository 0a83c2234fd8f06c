//! What a tool may tell and ask while it works.

use std::fmt;

/// Takes how far the work is, a number that grows, and what is being done.
type Tell = Box<dyn Fn(f64, String) + Send>;

/// One call of a tool.
pub struct Call {
    is_cancelled: Box<dyn Fn() -> bool + Send>,
    tell: Option<Tell>,
}

impl Call {
    /// A call that `is_cancelled` may end, and whose progress goes to `tell` where somebody wants it.
    pub fn new(is_cancelled: impl Fn() -> bool + Send + 'static, tell: Option<Tell>) -> Self {
        Self { is_cancelled: Box::new(is_cancelled), tell }
    }

    /// Whether the client does not want the result any more.
    pub fn is_cancelled(&self) -> bool {
        (self.is_cancelled)()
    }

    /// Whether somebody wants to know how far the work is.
    pub fn is_watched(&self) -> bool {
        self.tell.is_some()
    }

    /// Says how far the work is.
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
