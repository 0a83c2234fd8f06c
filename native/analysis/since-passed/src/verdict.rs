//! Whether a failure says something about the code.

use faultline_baseline::Rerun;

use crate::since::{Basis, Since};

/// What earlier runs, and runs of a failing test alone, say about its failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Something that the test runs has changed since it passed.
    Changed,
    /// It is not known to have passed, so changes say nothing.
    NeverPassed,
    /// Nothing has changed since it passed, and it failed each time that it was run again: it depends on something
    /// outside of the build.
    Outside,
    /// Nothing has changed since it passed, and it was not run again: it may be flaky, or depend on something outside of
    /// the build.
    Unchanged,
    /// It passed when it was run again, whatever has changed: it is flaky.
    Flaky,
}

impl Verdict {
    /// The verdict on a failing test; `since` is `None` where nothing earlier is known.
    pub fn of(since: Option<&Since>, rerun: Option<Rerun>) -> Self {
        if rerun.is_some_and(|rerun| rerun.passed > 0) {
            return Self::Flaky;
        }
        match since {
            Some(since) if since.is_unchanged() => match rerun {
                Some(rerun) if rerun.failed > 0 => Self::Outside,
                _ => Self::Unchanged,
            },
            Some(since) if since.basis == Basis::Passed => Self::Changed,
            _ => Self::NeverPassed,
        }
    }

    /// Whether the code is hardly the cause of the failure.
    pub fn is_doubtful(self) -> bool {
        matches!(self, Self::Outside | Self::Unchanged | Self::Flaky)
    }

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::NeverPassed => "never-passed",
            Self::Outside => "outside",
            Self::Unchanged => "unchanged",
            Self::Flaky => "flaky",
        }
    }
}
