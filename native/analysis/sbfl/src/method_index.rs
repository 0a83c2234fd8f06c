//! The elements of each method.

use std::ops::Range;

use faultline_spectrum::Spectrum;

/// The elements of every method, for ranking methods in a loop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MethodIndex {
    /// Elements grouped by method.
    elements: Vec<u32>,
    /// Start of each method's elements, plus a final end.
    starts: Vec<u32>,
    /// Number of lines of each element; empty if all are 1.
    lines: Vec<u32>,
}

impl MethodIndex {
    /// Indexes the methods of a spectrum; a method's elements are in line order. Cost: O(elements) if they are sorted
    /// already.
    pub fn of(spectrum: &Spectrum) -> Self {
        let methods: Vec<u32> = spectrum.elements.iter().map(|element| element.method.0).collect();
        let mut index = Self::new(spectrum.methods.len(), &methods);
        let line = |element: &u32| spectrum.elements[*element as usize].line;
        for method in 0..index.len() {
            let range = index.range(method);
            let elements = &mut index.elements[range];
            if !elements.is_sorted_by_key(line) {
                elements.sort_by_key(line);
            }
        }
        index
    }

    /// Indexes by any numbering of methods below `methods`, given for each element: classes, for example, or methods
    /// identified by class, name and argument types. Panics: a number is not below `methods`. Cost: O(elements).
    pub fn new(methods: usize, method_of: &[u32]) -> Self {
        let mut starts = vec![0_u32; methods + 1];
        for &method in method_of {
            starts[method as usize + 1] += 1;
        }
        for method in 0..methods {
            starts[method + 1] += starts[method];
        }
        let mut next = starts.clone();
        let mut elements = vec![0; method_of.len()];
        for (element, &method) in method_of.iter().enumerate() {
            let next = &mut next[method as usize];
            elements[*next as usize] = element as u32;
            *next += 1;
        }
        Self { elements, starts, lines: Vec::new() }
    }

    /// Like [`MethodIndex::new`], for elements that represent several lines of one method covered by the same tests: each
    /// counts that often in sizes, sums and means. Panics: as there, and unless `lines` has one entry per element.
    pub fn merged(methods: usize, method_of: &[u32], lines: Vec<u32>) -> Self {
        assert_eq!(method_of.len(), lines.len(), "numbers of lines");
        Self { lines, ..Self::new(methods, method_of) }
    }

    /// The number of lines of an element.
    pub fn lines(&self, element: usize) -> u32 {
        self.lines.get(element).copied().unwrap_or(1)
    }

    /// Number of methods, including those without elements.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Whether there is no method.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements of a method; empty for a method without lines.
    pub fn elements(&self, method: usize) -> &[u32] {
        &self.elements[self.range(method)]
    }

    /// Counts the lines of each method that some failing test covers.
    /// Shape: `ef` has a count per element, the result one per method. Cost: O(elements).
    pub fn suspicious(&self, ef: &[u32]) -> Vec<u32> {
        let lines = |&e: &u32| if ef[e as usize] > 0 { self.lines(e as usize) } else { 0 };
        (0..self.len()).map(|method| self.elements(method).iter().map(lines).sum()).collect()
    }

    fn range(&self, method: usize) -> Range<usize> {
        self.starts[method] as usize..self.starts[method + 1] as usize
    }
}
