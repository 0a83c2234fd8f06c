//! Choosing tests while somebody labels them.

use faultline_spectrum::{BitMatrix, TestId};

use crate::metric::Verdict;
use crate::{AnyMetric, AnyState, DiagnosabilityError, Pool, Universe};

/// What somebody says about a test that was offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// It passed.
    Passed,
    /// It failed: to every metric one more failing test, like those given at the start.
    Failed,
    /// Nobody can tell: it is not offered again, and no metric hears of it.
    Skipped,
}

impl Answer {
    /// What a metric is told; `None` for nothing.
    pub fn verdict(self) -> Option<Verdict> {
        match self {
            Self::Passed => Some(Verdict::Passed),
            Self::Failed => Some(Verdict::Failed),
            Self::Skipped => None,
        }
    }
}

/// A candidate, and why it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    /// The test.
    pub test: TestId,
    /// Its score given the tests labelled so far.
    pub score: f64,
}

/// Offers the best candidate, takes a label for it, offers the next: active learning with a
/// person, or a program, that knows outcomes.
///
/// Outcomes come from the answers alone; no recorded one is looked at. What is offered follows
/// from the start and the answers that stand, in their order: answers taken back, or given to
/// an earlier `Labelling` of the same start, make no difference.
pub struct Labelling<'m> {
    matrix: &'m BitMatrix,
    /// As the metric sees the given tests alone.
    start: AnyState,
    state: AnyState,
    candidates: Vec<TestId>,
    /// By row: it is a candidate that has no answer.
    open: Vec<bool>,
    answers: Vec<(Offer, Answer)>,
}

impl<'m> Labelling<'m> {
    /// Starts from the given tests. `universe` is that of the matrix. Candidates stand in the
    /// order in which ties fall; those among the given tests, or that occur twice, count once.
    /// Errors: a row that the matrix does not have; the metric looks at failing tests and none
    /// is given. Panics: `universe` has other elements.
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

    /// The best candidate without an answer, the first of them among equals; `None` when all
    /// have one. Cost: one score per candidate that has none.
    pub fn offer(&self) -> Option<Offer> {
        // A state that has chosen before scores in another order of sums: a copy always gives
        // the same number.
        let mut state = self.state.clone();
        let mut pool = Pool::new(self.matrix, self.open().collect());
        let pick = state.best(&mut pool)?;
        let test = pool.test(pick.place);
        Some(Offer { test, score: self.score(test) })
    }

    /// The score of a test given the tests labelled so far. Panics: no such row.
    pub fn score(&self, test: TestId) -> f64 {
        self.state.clone().score(&self.matrix.row(test.index()))
    }

    /// Takes the answer for a test, whether it was offered or another candidate; false, and
    /// nothing happens, where it is no candidate or has an answer.
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

    /// Takes the last answer back; `None` when there is none.
    /// Cost: the answers before it are told to the metric again.
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

    /// The answers that stand, in order, each with the test's score before it.
    pub fn answers(&self) -> &[(Offer, Answer)] {
        &self.answers
    }

    /// The candidates without an answer, in the order in which ties fall.
    pub fn open(&self) -> impl Iterator<Item = TestId> + '_ {
        self.candidates.iter().copied().filter(|test| self.open[test.index()])
    }

    /// Whether a test is a candidate without an answer.
    pub fn is_open(&self, test: TestId) -> bool {
        self.open.get(test.index()).is_some_and(|open| *open)
    }

    /// The value of the given and the labelled tests; `None` where the metric has none.
    pub fn suite_value(&self) -> Option<f64> {
        self.state.suite_value()
    }
}
