//! Evidence from the number of methods a failing test runs: the fewer, the stronger.

use faultline_spectrum::{Spectrum, TestId};

/// Replaces 0 in the logarithm, for methods that no failing test runs.
const NEVER: f64 = 1e-9;

/// Returns the methods with a line that a test runs, ascending. Cost: O(covered elements).
pub(super) fn ran(spectrum: &Spectrum, test: TestId) -> Vec<u32> {
    let ones = spectrum.coverage.ones(test.index());
    let mut methods: Vec<u32> = ones.map(|element| spectrum.elements[element].method.0).collect();
    methods.sort_unstable();
    methods.dedup();
    methods
}

/// The evidence for a method, given the mean number of methods per failing test and the method's sum of (1/n)/F.
pub(super) fn value(mean: f64, shares: f64) -> f64 {
    (mean * shares + NEVER).ln()
}
