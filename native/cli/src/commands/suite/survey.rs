//! What there is to say about a suite, before it is laid out: plain data.

use faultline_diagnosability::SuiteMeasures;
use faultline_diagnosability::ambiguity::{Group, Scene};
use faultline_recordings::load::{Loaded, Ran};
use faultline_spectrum::{Outcome, Spectrum, TestId};
use faultline_telling::failure::Failure;
use faultline_telling::words::counted;

use super::measures::{Measures, Part, classes, packages};
use super::options::SuiteOptions;

/// Packages or classes on a page unless told otherwise.
const PARTS: usize = 10;
/// Groups on a page unless told otherwise.
const GROUPS: usize = 5;
/// Groups for scripts unless told otherwise.
const GROUPS_IN_JSON: usize = 20;

/// How much to say.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Packages and classes that a page shows.
    pub parts: usize,
    /// Groups that are spelled out.
    pub groups: usize,
}

impl Limits {
    /// As asked for.
    pub fn of(options: &SuiteOptions) -> Self {
        let or = |usual| match options.top {
            None => usual,
            Some(0) => usize::MAX,
            Some(top) => top,
        };
        if options.csv {
            return Self { parts: usize::MAX, groups: 0 };
        }
        let parts = if options.json { usize::MAX } else { or(PARTS) };
        Self { parts, groups: or(if options.json { GROUPS_IN_JSON } else { GROUPS }) }
    }
}

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
    /// How many groups of at least two elements there are.
    pub ambiguous: usize,
    /// The largest of them.
    pub groups: Vec<Group>,
    /// How much a page shows.
    pub limits: Limits,
    /// Oddities of the recordings.
    pub notes: &'a [String],
    /// What threads ran for no test.
    pub background: &'a [Ran],
}

impl<'a> Survey<'a> {
    /// Errors: no test that counts, no line.
    pub fn of(loaded: &'a Loaded, limits: Limits) -> Result<Self, Failure> {
        let spectrum = &loaded.spectrum;
        let counts = |test: &TestId| spectrum.tests[test.index()].outcome.is_counted();
        let tests: Vec<TestId> = (0..spectrum.tests.len()).map(TestId::new).filter(counts).collect();
        if tests.is_empty() {
            return Err(Failure::failed(format!(
                "of the {} recorded none passed or failed, so there is no suite to measure; \
                 record a run of tests: faultline run -- mvn test",
                counted(spectrum.tests.len(), "test")
            )));
        }
        if spectrum.elements.is_empty() {
            return Err(Failure::failed(
                "no line is recorded, so there is nothing to tell apart; record more with --include",
            ));
        }
        let whole = SuiteMeasures::of(&spectrum.coverage, &tests);
        let ambiguous = whole.ambiguous();
        let described = Scene::of(spectrum, &tests);
        Ok(Self {
            spectrum,
            whole: Measures::of(&whole),
            packages: packages(spectrum, &tests),
            classes: classes(spectrum, &tests),
            ambiguous: ambiguous.len(),
            groups: ambiguous.iter().take(limits.groups).map(|group| described.describe(group)).collect(),
            limits,
            notes: &loaded.notes,
            background: &loaded.background,
        })
    }

    /// How many tests ended so.
    pub fn ended(&self, outcome: Outcome) -> usize {
        self.spectrum.tests_with(outcome).count()
    }
}
