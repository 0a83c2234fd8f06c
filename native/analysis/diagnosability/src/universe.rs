//! The elements that tests can cover.

use std::sync::Arc;

use faultline_spectrum::{BitMatrix, Spectrum};

/// The elements that tests can cover, with their methods.
///
/// Shape: element numbers are columns of the coverage matrix. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Universe {
    method_of: Arc<[u32]>,
}

impl Universe {
    /// All elements of a spectrum.
    pub fn of(spectrum: &Spectrum) -> Self {
        Self::new(spectrum.elements.iter().map(|element| element.method.0).collect())
    }

    /// One entry per element: the number of its method. Numbers need not be dense.
    pub fn new(method_of: Vec<u32>) -> Self {
        Self { method_of: method_of.into() }
    }

    /// Elements for metrics that do not use methods: one method each.
    pub fn without_methods(elements: usize) -> Self {
        Self::new((0..elements as u32).collect())
    }

    /// M: number of elements, covered or not.
    pub fn elements(&self) -> usize {
        self.method_of.len()
    }

    /// Length of a row in words.
    pub fn stride(&self) -> usize {
        self.elements().div_ceil(64)
    }

    /// The method of each element.
    pub fn method_of(&self) -> &[u32] {
        &self.method_of
    }

    /// Whether the columns of a matrix are these elements.
    pub(crate) fn fits(&self, matrix: &BitMatrix) -> bool {
        matrix.columns() == self.elements()
    }
}
