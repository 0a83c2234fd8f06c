//! What a choice starts from.

/// Which tests are there before the first is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// One failing test: a choice of its own for each of them.
    Each,
    /// All failing tests together.
    AllFailing,
    /// All recorded tests; the choice is from a pool.
    Suite,
}

impl Given {
    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Each => "each",
            Self::AllFailing => "all-failing",
            Self::Suite => "suite",
        }
    }
}
