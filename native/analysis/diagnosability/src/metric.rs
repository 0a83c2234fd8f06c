//! The traits of metrics.

use std::fmt;

use faultline_spectrum::{Spectrum, TestId};

use crate::direction::ties;
use crate::{Better, Direction, Pool, Prepared, TIE_TOLERANCE, Universe};

/// The outcome of a test, as known to a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The test passed.
    Passed,
    /// The test failed.
    Failed,
    /// The outcome is not known yet; metrics that count outcomes treat it as passed.
    Unknown,
}

impl Verdict {
    /// Whether the test is known to have failed.
    pub fn is_failed(self) -> bool {
        self == Self::Failed
    }
}

/// Data available before candidates' outcomes are known.
#[derive(Clone, Copy, Debug)]
pub struct Known<'k> {
    /// The spectrum of the tests. Outcomes of tests that are not given must not be read.
    pub spectrum: &'k Spectrum,
    /// Its elements, with their methods as metrics see them.
    pub universe: &'k Universe,
    /// The initial tests.
    pub given: &'k [(TestId, Verdict)],
    /// The candidates, without the initial tests.
    pub candidates: &'k [TestId],
    /// Cached data about the spectrum, for speed; given failing tests must then be failed ones of the spectrum.
    pub prepared: Option<&'k Prepared<'k>>,
}

/// A fault-diagnosis-capability metric with its parameters: values what a test adds to a suite's ability to locate a fault.
pub trait Metric: fmt::Debug + Send + Sync + 'static {
    /// The metric's view of the chosen tests.
    type State: State;

    /// Name with the parameters that are not the default ones: `eap:q=0.2`.
    fn name(&self) -> String;

    /// Whether the metric sees the outcomes of chosen tests. Otherwise it sees only the outcomes of initial tests.
    fn knows_outcomes(&self) -> bool {
        false
    }

    /// Whether the metric depends on the coverage of failing tests, so that without one all candidates are equal.
    fn needs_failing(&self) -> bool {
        false
    }

    /// Specialises the metric to these candidates and initial tests, if it uses more than the rows that it is shown: names,
    /// stack traces, or the coverage of all candidates. `None` if it does not.
    fn knowing(&self, _known: &Known<'_>) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// A state without chosen tests.
    fn start(&self, universe: &Universe) -> Self::State;
}

/// A metric's view of the chosen tests: scores candidates, and adds tests.
///
/// Rows cover all elements of the universe that the state was started with; functions panic if a row is shorter.
pub trait State: Clone + Send + 'static {
    /// Whether larger or smaller values are better.
    type Direction: Direction;

    /// Adds a test.
    fn add(&mut self, row: &[u64], verdict: Verdict);

    /// The value of a candidate given the chosen tests, without its outcome.
    fn score(&mut self, row: &[u64]) -> f64;

    /// The value of the chosen tests; `None` if the metric has none or there is no test.
    fn suite_value(&self) -> Option<f64> {
        None
    }

    /// How scores relate to suite values.
    fn relation(&self) -> Relation {
        Relation::None
    }

    /// Finds the best candidate of a pool. May cache data; scores do not change.
    fn best(&mut self, pool: &mut Pool<'_>) -> Option<Pick>
    where
        Self: Sized,
    {
        best_by_score(self, pool)
    }
}

/// The relation of a candidate's score to the suite value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The score is the suite value after adding the candidate (as passing).
    Grown,
    /// The score is the change of the suite value by adding the candidate.
    Gain,
    /// The metric has no suite value, or another relation to it.
    None,
}

/// A candidate of a pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pick {
    /// Its place in the pool.
    pub place: usize,
    /// Its score.
    pub score: f64,
}

/// Finds the first of the best candidates by scoring all.
pub(crate) fn best_by_score<S: State>(state: &mut S, pool: &Pool<'_>) -> Option<Pick> {
    let mut choice = First::new(S::Direction::BETTER);
    let mut rows = pool.reader();
    for place in pool.remaining() {
        choice.offer(place, state.score(rows.row(place)));
    }
    choice.pick()
}

/// Finds the first candidate that ties with the best. Candidates may be offered in any order.
pub(crate) struct First {
    better: Better,
    best: f64,
    /// Candidates that tie with the best so far, possibly with stale ones.
    near: Vec<Pick>,
}

impl First {
    pub(crate) fn new(better: Better) -> Self {
        Self { better, best: f64::NEG_INFINITY, near: Vec::new() }
    }

    pub(crate) fn offer(&mut self, place: usize, score: f64) {
        let oriented = self.better.oriented(score);
        debug_assert!(!oriented.is_nan(), "a score is a number");
        if self.near.is_empty() || oriented > self.best {
            if !self.near.is_empty() && !ties(oriented, self.best) {
                self.near.clear();
            }
            self.best = oriented;
        } else if !ties(oriented, self.best) {
            return;
        }
        // Of equal scores only the first place can win, which keeps the list short.
        match self.near.iter_mut().find(|pick| pick.score.to_bits() == score.to_bits()) {
            Some(pick) => pick.place = pick.place.min(place),
            None => self.near.push(Pick { place, score }),
        }
    }

    /// The best oriented score so far (larger is better).
    pub(crate) fn best(&self) -> f64 {
        self.best
    }

    /// A threshold: no candidate with a smaller oriented score ties with the best so far.
    pub(crate) fn nearly_best(&self) -> f64 {
        self.best - 4.0 * TIE_TOLERANCE * self.best.abs()
    }

    pub(crate) fn pick(&self) -> Option<Pick> {
        let tying = self.near.iter().filter(|pick| ties(self.better.oriented(pick.score), self.best));
        tying.min_by_key(|pick| pick.place).copied()
    }
}
