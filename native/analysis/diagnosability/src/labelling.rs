//! Interactive choice of tests, labelled one by one.

use faultline_spectrum::{BitMatrix, TestId};

use crate::metric::Verdict;
use crate::{AnyMetric, AnyState, DiagnosabilityError, Pool, Universe};

/// A user's answer about an offered test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The test passed.
    Passed,
    /// The test failed; metrics treat it like the failing tests given at the start.
    Failed,
    /// Unknown: the test is not offered again, and metrics do not see it.
    Skipped,
}

impl Answer {
    /// The verdict for metrics; `None` for a skipped test.
    pub fn verdict(self) -> Option<Verdict> {
        match self {
            Self::Passed => Some(Verdict::Passed),
            Self::Failed => Some(Verdict::Failed),
            Self::Skipped => None,
        }
    }
}

/// A candidate with its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    /// The test.
    pub test: TestId,
    /// Its score given the labelled tests.
    pub score: f64,
}

/// Offers the best candidate, takes its label, and offers the next: active learning with a person or program that knows
/// outcomes.
///
/// Only answers count, never recorded outcomes. The offer depends only on the start and the current answers in order;
/// answers that were undone, or given to another `Labelling` with the same start, have no effect.
pub struct Labelling<'m> {
    matrix: &'m BitMatrix,
    /// The state with only the given tests.
    start: AnyState,
    state: AnyState,
    candidates: Vec<TestId>,
    /// Whether a row is a candidate without an answer.
    open: Vec<bool>,
    answers: Vec<(Offer, Answer)>,
}

impl<'m> Labelling<'m> {
    /// Starts from the given tests. `universe` is that of the matrix. The order of candidates decides ties; duplicates and
    /// given tests are ignored. Errors: the matrix does not have a row; the metric needs a failing test and none is given.
    /// Panics: `universe` has other elements.
    pub fn new(
        matrix: &'m BitMatrix,
        universe: &Universe,
        metric: &AnyMetric,
        given: &[(TestId, Verdict)],
        candidates: &[TestId],
    ) -> Result<Self, DiagnosabilityError> {
        assert!(universe.fits(matrix), "the universe of the matrix");
        let rows = matrix.rows();
        let asked = given.iter().map(|(test, _)| test).chain(candidates);
        if let Some(row) = asked.map(|test| test.index()).find(|&row| row >= rows) {
            return Err(DiagnosabilityError::NoSuchTest { row, rows });
        }
        if metric.needs_failing() && !given.iter().any(|(_, verdict)| verdict.is_failed()) {
            return Err(DiagnosabilityError::NoFailingTest { metric: metric.name() });
        }
        let mut start = metric.start(universe);
        let mut known = vec![false; rows];
        for &(test, verdict) in given {
            start.add(&matrix.row(test.index()), verdict);
            known[test.index()] = true;
        }
        let fresh = |test: &TestId| !std::mem::replace(&mut known[test.index()], true);
        let candidates: Vec<TestId> = candidates.iter().copied().filter(fresh).collect();
        let mut open = vec![false; rows];
        for test in &candidates {
            open[test.index()] = true;
        }
        Ok(Self { matrix, state: start.clone(), start, candidates, open, answers: Vec::new() })
    }

    /// The best candidate without an answer, the first of equal ones; `None` if all have one. Cost: one score per candidate
    /// without an answer.
    pub fn offer(&self) -> Option<Offer> {
        // A state that has chosen before adds in another order: scoring with a fresh copy always gives the same bits.
        let mut state = self.state.clone();
        let mut pool = Pool::new(self.matrix, self.open().collect());
        let pick = state.best(&mut pool)?;
        let test = pool.test(pick.place);
        Some(Offer { test, score: self.score(test) })
    }

    /// The score of a test given the labelled tests. Panics: no such row.
    pub fn score(&self, test: TestId) -> f64 {
        self.state.clone().score(&self.matrix.row(test.index()))
    }

    /// Records the answer for a candidate, offered or not. Returns false, without effect, if the test is no candidate or has
    /// an answer.
    pub fn answer(&mut self, test: TestId, answer: Answer) -> bool {
        if !self.is_open(test) {
            return false;
        }
        self.answers.push((Offer { test, score: self.score(test) }, answer));
        self.open[test.index()] = false;
        if let Some(verdict) = answer.verdict() {
            self.state.add(&self.matrix.row(test.index()), verdict);
        }
        true
    }

    /// Undoes the last answer; `None` if there is none. Cost: replays the earlier answers.
    pub fn undo(&mut self) -> Option<(Offer, Answer)> {
        let last = self.answers.pop()?;
        self.open[last.0.test.index()] = true;
        self.state = self.start.clone();
        for (offer, answer) in &self.answers {
            if let Some(verdict) = answer.verdict() {
                self.state.add(&self.matrix.row(offer.test.index()), verdict);
            }
        }
        Some(last)
    }

    /// The current answers in order, each with the test's score at that time.
    pub fn answers(&self) -> &[(Offer, Answer)] {
        &self.answers
    }

    /// The candidates without an answer, in tie-breaking order.
    pub fn open(&self) -> impl Iterator<Item = TestId> + '_ {
        self.candidates.iter().copied().filter(|test| self.open[test.index()])
    }

    /// Whether a test is a candidate without an answer.
    pub fn is_open(&self, test: TestId) -> bool {
        self.open.get(test.index()).is_some_and(|open| *open)
    }

    /// The value of the given and labelled tests; `None` if the metric has none.
    pub fn suite_value(&self) -> Option<f64> {
        self.state.suite_value()
    }
}
