//! What there is to say about a suite, before it is laid out: plain data.

use faultline_diagnosability::SuiteMeasures;
use faultline_diagnosability::ambiguity::{Group, Scene};
use faultline_messages::failure::Failure;
use faultline_recording_store::load::{Loaded, Ran};
use faultline_spectrum::{Outcome, Spectrum};

use crate::measured::measured_tests;
use crate::measures::{Measures, Part, classes, packages};

/// What a suite tells apart, and what not.
#[derive(Debug)]
pub struct Survey<'a> {
    /// What was recorded.
    pub spectrum: &'a Spectrum,
    /// Measures of all tests that count and all elements.
    pub whole: Measures,
    /// Packages, those with most missing groups first.
    pub packages: Vec<Part>,
    /// Classes, likewise.
    pub classes: Vec<Part>,
    /// Of each ambiguity group of elements that tests run: how many.
    pub sizes: Vec<usize>,
    /// How many groups of at least two elements there are.
    pub ambiguous: usize,
    /// The largest of them.
    pub groups: Vec<Group>,
    /// Oddities of the recordings.
    pub notes: &'a [String],
    /// What threads ran for no test.
    pub background: &'a [Ran],
}

impl<'a> Survey<'a> {
    /// So many groups are spelled out. Errors: no test that counts, no line.
    pub fn of(loaded: &'a Loaded, groups: usize) -> Result<Self, Failure> {
        let spectrum = &loaded.spectrum;
        let tests = measured_tests(spectrum)?;
        let whole = SuiteMeasures::of(&spectrum.coverage, &tests);
        let ambiguous = whole.ambiguous();
        let described = Scene::of(spectrum, &tests);
        Ok(Self {
            spectrum,
            whole: Measures::of(&whole),
            packages: packages(spectrum, &tests),
            classes: classes(spectrum, &tests),
            sizes: sizes(&whole),
            ambiguous: ambiguous.len(),
            groups: ambiguous.iter().take(groups).map(|group| described.describe(group)).collect(),
            notes: &loaded.notes,
            background: &loaded.background,
        })
    }

    /// How many tests ended so.
    pub fn ended(&self, outcome: Outcome) -> usize {
        self.spectrum.tests_with(outcome).count()
    }
}

fn sizes(whole: &SuiteMeasures) -> Vec<usize> {
    let run = whole.groups.groups().iter().filter(|group| group.ef + group.ep > 0);
    run.map(|group| group.size as usize).collect()
}
