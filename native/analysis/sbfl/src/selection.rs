//! Which rows count.

use faultline_spectrum::{Outcome, Spectrum, TestId};

/// The rows that enter counts: some failed ones and some passed ones. Every other row is as
/// if it did not exist, so leaving out another fault's failures does not make them passes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    failing: Vec<TestId>,
    passing: Vec<TestId>,
}

impl Selection {
    /// Every failed and every passed test.
    pub fn all(spectrum: &Spectrum) -> Self {
        Self::of(spectrum, (0..spectrum.tests.len()).map(TestId::new))
    }

    /// The given rows, by their outcomes. Aborted and skipped ones are dropped, and a row
    /// given twice counts once. Panics: a row that the spectrum does not have.
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

    /// These rows, whatever is recorded of how they ended: somebody else says it. A row given
    /// twice counts once; one that is in both counts as failed.
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

    /// The given failed tests against every passed one; other failures are left out. A test that was
    /// running when its JVM was ended is one of them, if given; other rows among `failing` are dropped.
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
