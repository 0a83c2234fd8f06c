//! Selects tests by similarity of their branch conditions to the failing tests'.

use std::collections::HashMap;

use faultline_diagnosability::metrics::Eap;
use faultline_diagnosability::similarity::{Nearness, PathSimilarity, near_half, nearest_first};
use faultline_diagnosability::{AnyMetric, Larger, Metric, State, Universe, Verdict};
use faultline_flt::{EXTENSION, read_paths};
use faultline_messages::failure::Failure;
use faultline_recording_store::load::Loaded;
use faultline_spectrum::{Outcome, Spectrum, TestId, test_paths};

/// Metrics of conditions. Source: Artzi et al., Directed test generation for effective fault localization,
/// ISSTA 2010.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Near {
    /// The most similar test first.
    Paths,
    /// The test with the longest run of equal outcomes first.
    Runs,
    /// [`Eap`] applied to the most similar half.
    ThenEap,
}

impl Near {
    /// Finds the metric by name; `None` for other metrics.
    pub fn of_name(name: &str) -> Option<Self> {
        [Self::Paths, Self::Runs, Self::ThenEap]
            .into_iter()
            .find(|near| near.name() == name.trim().to_lowercase())
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.nearness().name()
    }

    fn nearness(self) -> Nearness {
        match self {
            Self::Paths => Nearness::Paths,
            Self::Runs => Nearness::Runs,
            Self::ThenEap => Nearness::PathsThenEap,
        }
    }

    /// The metric that values rows: all equal, or by `eap`.
    pub fn metric(self) -> AnyMetric {
        match self {
            Self::Paths | Self::Runs => AnyMetric::new(Nearest(self)),
            Self::ThenEap => AnyMetric::new(NearestThenEap),
        }
    }
}

#[derive(Debug)]
struct Nearest(Near);

impl Metric for Nearest {
    type State = Alike;

    fn name(&self) -> String {
        self.0.name().to_owned()
    }

    fn needs_failing(&self) -> bool {
        true
    }

    fn start(&self, _: &Universe) -> Alike {
        Alike
    }
}

/// A state in which all rows have the same value.
#[derive(Clone, Debug)]
struct Alike;

impl State for Alike {
    type Direction = Larger;

    fn add(&mut self, _: &[u64], _: Verdict) {}

    fn score(&mut self, _: &[u64]) -> f64 {
        0.0
    }
}

#[derive(Debug)]
struct NearestThenEap;

impl Metric for NearestThenEap {
    type State = <Eap as Metric>::State;

    fn name(&self) -> String {
        Near::ThenEap.name().to_owned()
    }

    fn needs_failing(&self) -> bool {
        true
    }

    fn start(&self, universe: &Universe) -> Self::State {
        Eap::default().start(universe)
    }
}

/// The recorded conditions of each test of a spectrum.
#[derive(Debug)]
pub struct Paths {
    /// By row; `None` if not recorded.
    of: Vec<Option<Vec<u32>>>,
}

impl Paths {
    /// Reads the recordings again. Errors: they cannot be read, or none contains conditions.
    pub fn of(loaded: &Loaded, near: Near) -> Result<Self, Failure> {
        let is_one = |file: &&std::path::PathBuf| file.extension().is_some_and(|end| end == EXTENSION);
        let files: Vec<_> = loaded.files.iter().filter(is_one).cloned().collect();
        let (recordings, _) = read_paths(&files).map_err(|error| Failure::failed(error.to_string()))?;
        let mut known: HashMap<(&str, &str, &str, Outcome), Vec<u32>> = HashMap::new();
        for path in test_paths(&recordings) {
            let test = path.test;
            known.entry((&test.unique_id, &test.class, &test.method, test.outcome)).or_insert(path.steps);
        }
        if known.is_empty() {
            return Err(Failure::failed(format!(
                "{} compares conditions, and none were recorded; record them: faultline run --elements lines,branches -- mvn test",
                near.name()
            )));
        }
        let tests = loaded.spectrum.tests.iter();
        let of = tests.map(|test| {
            known
                .get(&(test.unique_id.as_str(), test.class.as_str(), test.method.as_str(), test.outcome))
                .cloned()
        });
        Ok(Self { of: of.collect() })
    }

    /// Similarity of each candidate to the most similar failing one of the given tests, in the candidates'
    /// order. Errors: no given failing test has conditions.
    fn similarities(
        &self,
        (spectrum, near): (&Spectrum, Near),
        given: &[TestId],
        candidates: &[TestId],
    ) -> Result<Vec<PathSimilarity>, Failure> {
        let failed = |test: &&TestId| spectrum.tests[test.index()].outcome == Outcome::Failed;
        let failing: Vec<&Vec<u32>> =
            given.iter().filter(failed).filter_map(|test| self.of[test.index()].as_ref()).collect();
        if failing.is_empty() {
            return Err(Failure::failed(format!(
                "{} compares conditions, and those of the failing test were not recorded; record it again: faultline run \
                 --elements lines,branches -- mvn test",
                near.name()
            )));
        }
        let of = |test: &TestId| {
            let path = self.of[test.index()].as_slice();
            PathSimilarity::of(near.nearness().measure(), path, &failing)
        };
        Ok(candidates.iter().map(of).collect())
    }

    /// Filters the candidates: all, sorted by similarity, with their similarities; or the most similar half
    /// in the original order. Errors: the failing tests have no conditions.
    pub fn picked(
        &self,
        (spectrum, near): (&Spectrum, Near),
        given: &[TestId],
        candidates: &[TestId],
        tests: usize,
    ) -> Result<Vec<(TestId, f64)>, Failure> {
        let fresh: Vec<TestId> = candidates.iter().copied().filter(|test| !given.contains(test)).collect();
        let of = self.similarities((spectrum, near), given, &fresh)?;
        let places = match near {
            Near::Paths | Near::Runs => nearest_first(&of),
            Near::ThenEap => near_half(&of, tests),
        };
        Ok(places.into_iter().map(|at| (fresh[at], of[at].value)).collect())
    }
}
