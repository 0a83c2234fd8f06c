//! Ambiguity groups in terms of methods, lines and tests.

mod scene;
mod split;

use std::collections::HashMap;

use faultline_spectrum::{ClassId, MethodId, Outcome, Spectrum, TestId};

pub use self::scene::{MethodLines, Scene};
pub use self::split::Split;
use self::split::split;

/// Lines that exactly the same tests run.
#[derive(Debug)]
pub struct Group {
    /// Number of elements.
    pub size: usize,
    /// The tests that run it, in row order; empty for lines that no test runs.
    pub tests: Vec<TestId>,
    /// Its lines by method, the method with most lines first.
    pub methods: Vec<MethodLines>,
    /// The kind of test that would split it.
    pub split: Split,
}

impl Group {
    /// Number of classes with lines in the group.
    pub fn classes(&self, spectrum: &Spectrum) -> usize {
        let mut classes: Vec<ClassId> =
            self.methods.iter().map(|of| spectrum.methods[of.method.index()].class).collect();
        classes.sort_unstable();
        classes.dedup();
        classes.len()
    }

    /// Number of its tests that failed.
    pub fn failed(&self, spectrum: &Spectrum) -> usize {
        self.tests.iter().filter(|test| spectrum.tests[test.index()].outcome == Outcome::Failed).count()
    }
}

impl Scene<'_> {
    /// Describes the group of these elements. Panics: the list is empty.
    pub fn describe(&self, elements: &[u32]) -> Group {
        // A test that runs one element of a group runs all.
        let tests: Vec<TestId> = self.tests.iter().copied().filter(|&t| self.runs(t, elements[0])).collect();
        let mut lines = HashMap::<MethodId, Vec<u32>>::new();
        for &element in elements {
            let element = self.spectrum.elements[element as usize];
            lines.entry(element.method).or_default().push(element.line);
        }
        let mut methods: Vec<MethodLines> =
            lines.into_iter().map(|(method, lines)| MethodLines { method, lines }).collect();
        for of in &mut methods {
            of.lines.sort_unstable();
        }
        methods.sort_by_key(|of| (std::cmp::Reverse(of.lines.len()), of.method));
        let split = split(self, &tests, &methods);
        Group { size: elements.len(), tests, methods, split }
    }
}
