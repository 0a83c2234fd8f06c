//! The spectrum data from which groups are described.

use faultline_sbfl::MethodIndex;
use faultline_spectrum::{MethodId, Spectrum, TestId};

/// Some lines of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodLines {
    /// The method.
    pub method: MethodId,
    /// Ascending.
    pub lines: Vec<u32>,
}

/// The lines, and the tests that distinguish them.
#[derive(Debug)]
pub struct Scene<'a> {
    /// The spectrum.
    pub spectrum: &'a Spectrum,
    /// The tests that count.
    pub tests: &'a [TestId],
    /// The elements of each method.
    pub index: MethodIndex,
}

impl<'a> Scene<'a> {
    /// Cost: O(elements).
    pub fn of(spectrum: &'a Spectrum, tests: &'a [TestId]) -> Self {
        Self { spectrum, tests, index: MethodIndex::of(spectrum) }
    }

    /// Whether a test runs an element.
    pub fn runs(&self, test: TestId, element: u32) -> bool {
        self.spectrum.coverage.get(test.index(), element as usize)
    }

    /// Whether a test runs any line of a method.
    pub fn enters(&self, test: TestId, method: MethodId) -> bool {
        self.index.elements(method.index()).iter().any(|&element| self.runs(test, element))
    }
}
