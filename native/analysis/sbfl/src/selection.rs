//! Chooses the rows that count.

use faultline_spectrum::{Outcome, Spectrum, TestId};

/// The failed and passed rows that enter counts. All other rows are ignored, so leaving out failures of another fault does
/// not turn them into passes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    failing: Vec<TestId>,
    passing: Vec<TestId>,
}

impl Selection {
    /// Selects every failed and every passed test.
    pub fn all(spectrum: &Spectrum) -> Self {
        Self::of(spectrum, (0..spectrum.tests.len()).map(TestId::new))
    }

    /// Selects the given rows by their outcomes. Drops aborted and skipped ones; duplicates count once. Panics: the spectrum
    /// does not have a row.
    pub fn of(spectrum: &Spectrum, rows: impl IntoIterator<Item = TestId>) -> Self {
        let mut selection = Self::default();
        for row in rows {
            match spectrum.tests[row.index()].outcome {
                Outcome::Failed => selection.failing.push(row),
                Outcome::Passed => selection.passing.push(row),
                Outcome::Aborted | Outcome::Skipped => {}
            }
        }
        for rows in [&mut selection.failing, &mut selection.passing] {
            rows.sort_unstable();
            rows.dedup();
        }
        selection
    }

    /// Selects rows with outcomes given by the caller, ignoring the recorded ones. Duplicates count once; a row in both
    /// lists counts as failed.
    pub fn told(
        failing: impl IntoIterator<Item = TestId>,
        passing: impl IntoIterator<Item = TestId>,
    ) -> Self {
        let mut selection =
            Self { failing: failing.into_iter().collect(), passing: passing.into_iter().collect() };
        for rows in [&mut selection.failing, &mut selection.passing] {
            rows.sort_unstable();
            rows.dedup();
        }
        let Self { failing, passing } = &mut selection;
        passing.retain(|row| failing.binary_search(row).is_err());
        selection
    }

    /// Selects the given failed tests against every passed one, without other failures. Tests interrupted by the end of
    /// their JVM may be among `failing`; rows with other outcomes are dropped.
    pub fn against_passing(spectrum: &Spectrum, failing: &[TestId]) -> Self {
        let to_explain = |test: &TestId| {
            let test = &spectrum.tests[test.index()];
            test.outcome == Outcome::Failed || test.is_interrupted()
        };
        let failing = failing.iter().copied().filter(to_explain);
        Self::told(failing, spectrum.tests_with(Outcome::Passed))
    }

    /// Failed rows, ascending.
    pub fn failing(&self) -> &[TestId] {
        &self.failing
    }

    /// Passed rows, ascending.
    pub fn passing(&self) -> &[TestId] {
        &self.passing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn told_rows_need_no_recorded_outcome_and_count_once() {
        let rows = |rows: &[usize]| rows.iter().map(|&row| TestId::new(row)).collect::<Vec<_>>();
        let selection = Selection::told(rows(&[4, 1, 4]), rows(&[3, 1, 0, 3]));
        assert_eq!((selection.failing(), selection.passing()), (&rows(&[1, 4])[..], &rows(&[0, 3])[..]));
        assert_eq!(Selection::told(rows(&[]), rows(&[])), Selection::default());
    }
}
