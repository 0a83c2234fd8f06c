//! Numbers of failing and passing tests that executed each element.

use faultline_bit_kernels::column_counts;
use faultline_spectrum::{BitMatrix, Spectrum, TestId};

use crate::Selection;

/// Numbers of failed and passed tests that executed an element or not.
///
/// Units: tests; `u32` as counted, `f64` as formulas read them, because weighting tests (as cloning does) makes fractions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts<T = u32> {
    /// Failed tests that executed the element.
    pub ef: T,
    /// Passed tests that executed it.
    pub ep: T,
    /// Failed tests that did not execute it.
    pub nf: T,
    /// Passed tests that did not execute it.
    pub np: T,
}

impl Counts {
    /// The counts as a formula reads them.
    pub fn weights(self) -> Counts<f64> {
        Counts { ef: self.ef.into(), ep: self.ep.into(), nf: self.nf.into(), np: self.np.into() }
    }
}

impl<T: Copy + std::ops::Add<Output = T>> Counts<T> {
    /// F: all failed tests.
    pub fn failed(&self) -> T {
        self.ef + self.nf
    }

    /// P: all passed tests.
    pub fn passed(&self) -> T {
        self.ep + self.np
    }

    /// Tests that executed the element.
    pub fn executed(&self) -> T {
        self.ef + self.ep
    }
}

impl Counts<f64> {
    /// The counts with the failed tests repeated P/F times (once if F or P is 0).
    /// Source: Zhang et al., Spectrum-based fault localization with cloned failed test cases.
    #[must_use]
    pub fn cloned(self) -> Self {
        let (failed, passed) = (self.failed(), self.passed());
        if failed <= 0.0 || passed <= 0.0 {
            return self;
        }
        // Multiply before dividing, so that whole numbers stay exact: several formulas take differences that must be exactly
        // 0.
        Self { ef: self.ef * passed / failed, nf: self.nf * passed / failed, ..self }
    }
}

/// Counts of all elements of a suite, the input of each step of a search.
///
/// Shape: `ef` and `ep` hold one count per element.
#[derive(Clone, Copy, Debug)]
pub struct SuiteCounts<'a> {
    /// Failed tests that executed each element.
    pub ef: &'a [u32],
    /// Passed tests that executed each element.
    pub ep: &'a [u32],
    /// F: all failed tests.
    pub failed: u32,
    /// P: all passed tests.
    pub passed: u32,
}

impl SuiteCounts<'_> {
    /// The counts of one element.
    pub fn of(&self, element: usize) -> Counts {
        let (ef, ep) = (self.ef[element], self.ep[element]);
        Counts { ef, ep, nf: self.failed - ef, np: self.passed - ep }
    }
}

/// The number of repetitions of the failed tests when cloning: P/F, or 1 if F or P is 0.
pub fn clone_factor(failed: u32, passed: u32) -> f64 {
    if failed == 0 || passed == 0 { 1.0 } else { f64::from(passed) / f64::from(failed) }
}

/// Counts every element over the selected rows.
///
/// Shape: one per column of `spectrum`. Cost: O(selected tests * elements / 64).
pub fn count_elements(spectrum: &Spectrum, selection: &Selection) -> Vec<Counts> {
    let count = |tests| count_columns(&spectrum.coverage, tests);
    let (ef, ep) = (count(selection.failing()), count(selection.passing()));
    let (failed, passed) = (selection.failing().len() as u32, selection.passing().len() as u32);
    let suite = SuiteCounts { ef: &ef, ep: &ep, failed, passed };
    (0..ef.len()).map(|element| suite.of(element)).collect()
}

/// Counts the tests that set each column of a matrix. Cost: O(tests * columns / 64); O(set bits) for a packed matrix.
pub(crate) fn count_columns(matrix: &BitMatrix, tests: &[TestId]) -> Vec<u32> {
    let mut counts = vec![0; matrix.columns()];
    match matrix.whole() {
        Some(words) => {
            let stride = matrix.stride();
            let rows: Vec<&[u64]> =
                tests.iter().map(|test| &words[test.index() * stride..][..stride]).collect();
            column_counts(&rows, &mut counts);
        }
        None => tests.iter().for_each(|test| {
            matrix.each(test.index(), |column| counts[column] += 1);
        }),
    }
    counts
}

/// Whether the failed tests are so few, at most one in ten passed ones, that formulas of [`crate::Cloning::Improved`] lose
/// enough accuracy to warrant a hint.
pub fn is_unbalanced(failed: u32, passed: u32) -> bool {
    failed > 0 && clone_factor(failed, passed) >= 10.0
}
