//! The tests that run some elements.

use faultline_spectrum::{ElementId, Outcome, Spectrum, TestId};

/// A test that runs at least one of some elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Covering {
    /// Its row.
    pub test: TestId,
    /// How many of the elements it runs, at least 1.
    pub runs: usize,
    /// How many elements it runs in all: a test that runs little else is near.
    pub in_all: usize,
}

/// The tests that run one of `elements`: failing ones first, then those that run the most of them, then those that run the
/// least besides. Cost: O(tests x (elements + all elements / 64)).
pub fn covering(spectrum: &Spectrum, elements: &[ElementId]) -> Vec<Covering> {
    let of = |test: TestId| {
        let runs = |element: &&ElementId| spectrum.coverage.get(test.index(), element.index());
        let runs = elements.iter().filter(runs).count();
        let words = spectrum.coverage.filled(test.index());
        let in_all = || words.map(|(_, bits)| bits.count_ones() as usize).sum();
        (runs > 0).then(|| Covering { test, runs, in_all: in_all() })
    };
    let mut tests: Vec<Covering> = (0..spectrum.tests.len()).map(TestId::new).filter_map(of).collect();
    tests.sort_by_key(|of| {
        let has_failed = spectrum.tests[of.test.index()].outcome == Outcome::Failed;
        (!has_failed, std::cmp::Reverse(of.runs), of.in_all, of.test.index())
    });
    tests
}
