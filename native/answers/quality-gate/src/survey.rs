//! The measures of a suite as plain data.

use faultline_diagnosability::SuiteMeasures;
use faultline_diagnosability::ambiguity::{Group, Scene};
use faultline_messages::failure::Failure;
use faultline_recording_store::load::{Loaded, Ran};
use faultline_spectrum::{Outcome, Spectrum};

use crate::measured::measured_tests;
use crate::measures::{Measures, Part, classes, packages};

/// How well a suite tells code apart.
#[derive(Debug)]
pub struct Survey<'a> {
    /// The recording.
    pub spectrum: &'a Spectrum,
    /// Measures of all tests that count and all elements.
    pub whole: Measures,
    /// Packages, the most missing groups first.
    pub packages: Vec<Part>,
    /// Classes, sorted likewise.
    pub classes: Vec<Part>,
    /// Sizes of the ambiguity groups that tests run.
    pub sizes: Vec<usize>,
    /// Number of groups with at least two elements.
    pub ambiguous: usize,
    /// The largest of these groups.
    pub groups: Vec<Group>,
    /// Oddities of the recordings.
    pub notes: &'a [String],
    /// Code that threads ran outside any test.
    pub background: &'a [Ran],
}

impl<'a> Survey<'a> {
    /// Measures a suite and describes its `groups` largest ambiguity groups. Errors: no test counts, or there
    /// is no line.
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

    /// Number of tests with this outcome.
    pub fn ended(&self, outcome: Outcome) -> usize {
        self.spectrum.tests_with(outcome).count()
    }
}

fn sizes(whole: &SuiteMeasures) -> Vec<usize> {
    let run = whole.groups.groups().iter().filter(|group| group.ef + group.ep > 0);
    run.map(|group| group.size as usize).collect()
}
