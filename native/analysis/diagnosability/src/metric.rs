//! What every metric is.

use std::fmt;

use faultline_spectrum::{Spectrum, TestId};

use crate::direction::ties;
use crate::{Better, Direction, Pool, Prepared, TIE_TOLERANCE, Universe};

/// What a metric is told about how a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It passed.
    Passed,
    /// It failed.
    Failed,
    /// Nobody has looked yet; metrics that count outcomes take it as passed.
    Unknown,
}

impl Verdict {
    /// Whether it is known to have failed.
    pub fn is_failed(self) -> bool {
        self == Self::Failed
    }
}

/// What is known before anybody looks at how a candidate ends.
#[derive(Clone, Copy, Debug)]
pub struct Known<'k> {
    /// The spectrum that the tests are rows of. How tests that are not given ended is not to be
    /// looked at.
    pub spectrum: &'k Spectrum,
    /// Its elements, and the method of each as metrics see it.
    pub universe: &'k Universe,
    /// The tests to start from.
    pub given: &'k [(TestId, Verdict)],
    /// The tests to choose from, without those.
    pub candidates: &'k [TestId],
    /// What was made of the spectrum before, for speed; given tests that failed are failed ones of
    /// the spectrum then.
    pub prepared: Option<&'k Prepared<'k>>,
}

/// A fault-diagnosis-capability metric with its parameters: how much a test adds to what a
/// suite can tell about a fault.
pub trait Metric: fmt::Debug + Send + Sync + 'static {
    /// The tests chosen so far, as this metric sees them.
    type State: State;

    /// Name with the parameters that are not the default ones: `eap:q=0.2`.
    fn name(&self) -> String;

    /// Whether it is told the outcomes of the tests it chose. One that is not sees the
    /// outcomes of the tests given at the start only.
    fn knows_outcomes(&self) -> bool {
        false
    }

    /// Whether it looks at what failing tests cover, so that without one every candidate is
    /// worth the same.
    fn needs_failing(&self) -> bool {
        false
    }

    /// The same metric for choices among these candidates from these tests on, where it makes use
    /// of more than the rows that it is going to be shown: of names, of stack traces, of the
    /// coverage of all candidates. `None` for a metric that does not.
    fn knowing(&self, _known: &Known<'_>) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// No tests chosen yet.
    fn start(&self, universe: &Universe) -> Self::State;
}

/// The tests chosen so far, as one metric sees them: scores candidates, takes one more.
///
/// Rows are over all elements of the universe that it was started with; functions panic when
/// a row is shorter.
pub trait State: Clone + Send + 'static {
    /// Whether larger or smaller values are better.
    type Direction: Direction;

    /// The test joins the chosen ones.
    fn add(&mut self, row: &[u64], verdict: Verdict);

    /// The value of a candidate given the tests chosen so far, not knowing how it ends.
    fn score(&mut self, row: &[u64]) -> f64;

    /// The value of the chosen tests themselves; `None` where the metric has none, or there
    /// is no test.
    fn suite_value(&self) -> Option<f64> {
        None
    }

    /// How scores relate to suite values.
    fn relation(&self) -> Relation {
        Relation::None
    }

    /// Prepares for many candidates of one pool; scores do not change by it.
    fn best(&mut self, pool: &mut Pool<'_>) -> Option<Pick>
    where
        Self: Sized,
    {
        best_by_score(self, pool)
    }
}

/// How a candidate's score relates to the suite value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The score is the suite value once the candidate has been added (as passing).
    Grown,
    /// The score is by how much adding the candidate changes the suite value.
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

/// The first of the best candidates, by scoring all of them.
pub(crate) fn best_by_score<S: State>(state: &mut S, pool: &Pool<'_>) -> Option<Pick> {
    let mut choice = First::new(S::Direction::BETTER);
    let mut rows = pool.reader();
    for place in pool.remaining() {
        choice.offer(place, state.score(rows.row(place)));
    }
    choice.pick()
}

/// Finds the first candidate that ties with the best one. Candidates are offered in any order.
pub(crate) struct First {
    better: Better,
    best: f64,
    /// Every candidate that ties with the best one so far, and maybe some that no longer do.
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
        // Of equal scores only the first place can win; this keeps the list short.
        match self.near.iter_mut().find(|pick| pick.score.to_bits() == score.to_bits()) {
            Some(pick) => pick.place = pick.place.min(place),
            None => self.near.push(Pick { place, score }),
        }
    }

    /// The best score so far, oriented so that larger is better.
    pub(crate) fn best(&self) -> f64 {
        self.best
    }

    /// No candidate whose oriented score is below this ties with the best one so far.
    pub(crate) fn nearly_best(&self) -> f64 {
        self.best - 4.0 * TIE_TOLERANCE * self.best.abs()
    }

    pub(crate) fn pick(&self) -> Option<Pick> {
        let tying = self.near.iter().filter(|pick| ties(self.better.oriented(pick.score), self.best));
        tying.min_by_key(|pick| pick.place).copied()
    }
}
