//! A failing test that runs few methods says more of each.

use faultline_spectrum::{Spectrum, TestId};

/// Where no failing test runs a method, for its logarithm.
const NEVER: f64 = 1e-9;

/// The methods that a test runs a line of, ascending. Cost: O(what it covers).
pub(super) fn ran(spectrum: &Spectrum, test: TestId) -> Vec<u32> {
    let ones = spectrum.coverage.ones(test.index());
    let mut methods: Vec<u32> = ones.map(|element| spectrum.elements[element].method.0).collect();
    methods.sort_unstable();
    methods.dedup();
    methods
}

/// The evidence, of the mean number of methods that failing tests run, and the method's sum of (1/n)/F.
pub(super) fn value(mean: f64, shares: f64) -> f64 {
    (mean * shares + NEVER).ln()
}
