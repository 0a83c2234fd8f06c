//! How often each element ran in failing and passing tests.

use faultline_kernels::column_counts;
use faultline_spectrum::{Spectrum, TestId};

use crate::Selection;

/// Executed/not executed by failed/passed tests.
///
/// Units: tests, as `u32` where they were counted and as `f64` where a formula reads them,
/// because methods that weigh tests (cloning, for one) make them fractions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts<T = u32> {
    /// Failed tests that executed the element.
    pub ef: T,
    /// Passed tests that executed it.
    pub ep: T,
    /// Failed tests that did not.
    pub nf: T,
    /// Passed tests that did not.
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

/// The counts of every element over the selected rows.
///
/// Shape: one per column of `spectrum`. Cost: O(selected tests * elements / 64).
pub fn count_elements(spectrum: &Spectrum, selection: &Selection) -> Vec<Counts> {
    count_columns(|test| spectrum.coverage.row(test.index()), spectrum.coverage.columns(), selection)
}

/// Counts over any matrix that has the spectrum's rows.
pub(crate) fn count_columns<'a>(
    row: impl Fn(TestId) -> &'a [u64],
    columns: usize,
    selection: &Selection,
) -> Vec<Counts> {
    let count = |tests: &[TestId]| {
        let rows: Vec<&[u64]> = tests.iter().map(|&test| row(test)).collect();
        let mut counts = vec![0; columns];
        column_counts(&rows, &mut counts);
        counts
    };
    let (failed, passed) = (selection.failing().len() as u32, selection.passing().len() as u32);
    count(selection.failing())
        .into_iter()
        .zip(count(selection.passing()))
        .map(|(ef, ep)| Counts { ef, ep, nf: failed - ef, np: passed - ep })
        .collect()
}
