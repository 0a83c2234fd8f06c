//! The tests given before a selection.

/// Which tests are given before the first is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// One failing test: a separate selection for each.
    Each,
    /// All failing tests together.
    AllFailing,
    /// All recorded tests; candidates come from a pool.
    Suite,
}

impl Given {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Each => "each",
            Self::AllFailing => "all-failing",
            Self::Suite => "suite",
        }
    }
}
