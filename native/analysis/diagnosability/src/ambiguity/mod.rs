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
    /// How many elements.
    pub size: usize,
    /// The tests that run it, in row order; none for the lines that no test runs.
    pub tests: Vec<TestId>,
    /// Its lines by method, the method with most lines first.
    pub methods: Vec<MethodLines>,
    /// Which test would split it.
    pub split: Split,
}

impl Group {
    /// How many classes have lines in the group.
    pub fn classes(&self, spectrum: &Spectrum) -> usize {
        let mut classes: Vec<ClassId> =
            self.methods.iter().map(|of| spectrum.methods[of.method.index()].class).collect();
        classes.sort_unstable();
        classes.dedup();
        classes.len()
    }

    /// How many of its tests failed.
    pub fn failed(&self, spectrum: &Spectrum) -> usize {
        self.tests.iter().filter(|test| spectrum.tests[test.index()].outcome == Outcome::Failed).count()
    }
}

impl Scene<'_> {
    /// The group of these elements. Panics: there are none.
    pub fn describe(&self, elements: &[u32]) -> Group {
        // Whoever runs one of them runs all.
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
