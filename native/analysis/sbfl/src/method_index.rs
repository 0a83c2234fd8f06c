//! Which elements belong to which method.

use std::ops::Range;

use faultline_spectrum::Spectrum;

/// The elements of every method, for rankings of methods in a loop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MethodIndex {
    /// Elements, method after method.
    elements: Vec<u32>,
    /// Where each method's elements start; one more at the end.
    starts: Vec<u32>,
    /// How many lines each element stands for; empty where all stand for one.
    lines: Vec<u32>,
}

impl MethodIndex {
    /// By the methods of a spectrum; a method's elements are in the order of lines.
    /// Cost: O(elements), where those of each method are sorted already.
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

    /// By any numbering of methods below `methods`, given for each element: a class, say, or
    /// methods that are told apart by class, name and argument types alone.
    /// Panics: a number that is not below `methods`. Cost: O(elements).
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

    /// As [`MethodIndex::new`], where an element stands for several lines of its method that the
    /// same tests cover: it counts that often in sizes, sums and means.
    /// Panics: as there, and unless there is one number of lines per element.
    pub fn merged(methods: usize, method_of: &[u32], lines: Vec<u32>) -> Self {
        assert_eq!(method_of.len(), lines.len(), "numbers of lines");
        Self { lines, ..Self::new(methods, method_of) }
    }

    /// How many lines an element stands for.
    pub fn lines(&self, element: usize) -> u32 {
        self.lines.get(element).copied().unwrap_or(1)
    }

    /// Number of methods, those without elements included.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Whether there is no method.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements of a method; none for a method without lines.
    pub fn elements(&self, method: usize) -> &[u32] {
        &self.elements[self.range(method)]
    }

    /// How many lines of each method some failing test covers.
    /// Shape: `ef` has a count per element, the result one per method. Cost: O(elements).
    pub fn suspicious(&self, ef: &[u32]) -> Vec<u32> {
        let lines = |&e: &u32| if ef[e as usize] > 0 { self.lines(e as usize) } else { 0 };
        (0..self.len()).map(|method| self.elements(method).iter().map(lines).sum()).collect()
    }

    fn range(&self, method: usize) -> Range<usize> {
        self.starts[method] as usize..self.starts[method + 1] as usize
    }
}
