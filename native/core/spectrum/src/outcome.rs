//! The outcome of a test.

/// The outcome of a test. Only `Passed` and `Failed` enter counts; all four are rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Outcome {
    /// Ran to its end.
    Passed = 0,
    /// The test or one of its fixtures threw.
    Failed = 1,
    /// Aborted on an assumption (`assumeTrue`), or skipped by the framework while running.
    Aborted = 2,
    /// Never started (`@Ignore`, `@Disabled`).
    Skipped = 3,
}

impl Outcome {
    /// The outcome for a code as stored in files and passed over JNI.
    pub fn from_code(code: u8) -> Option<Self> {
        match code {
            0 => Some(Self::Passed),
            1 => Some(Self::Failed),
            2 => Some(Self::Aborted),
            3 => Some(Self::Skipped),
            _ => None,
        }
    }

    /// The code as stored in files and passed over JNI: 0, 1, 2, 3 in declaration order.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// Lower-case name, as printed and as in the tsv layout.
    pub fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Aborted => "aborted",
            Self::Skipped => "skipped",
        }
    }

    /// True for the outcomes that enter `ef ep nf np`.
    pub fn is_counted(self) -> bool {
        matches!(self, Self::Passed | Self::Failed)
    }
}
