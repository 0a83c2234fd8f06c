//! Greedy choice of tests.

use faultline_spectrum::{BitMatrix, Outcome, Spectrum, TestId};

use crate::metric::{Known, Verdict};
use crate::{AnyMetric, AnyState, DiagnosabilityError, Pool, Prepared, Universe};

/// Whether metrics see the outcomes of chosen tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Labels {
    /// Only metrics that know outcomes see them: the protocol of the published comparisons.
    #[default]
    ByMetric,
    /// All metrics see them: a user labels each chosen test before the next is chosen.
    Told,
    /// No metric sees them: the tests are chosen all at once.
    Hidden,
}

/// A query for tests.
#[derive(Clone, Debug, Default)]
pub struct SelectQuery {
    /// The initial tests, whose outcomes every metric sees: the failing test t0, or several.
    pub given: Vec<TestId>,
    /// The candidates, without duplicates and given tests. `None`: every passed and failed test.
    pub pool: Option<Vec<TestId>>,
    /// Number of tests to choose; fewer if the pool is smaller.
    pub tests: usize,
    /// Whether metrics see the outcomes of chosen tests.
    pub labels: Labels,
}

/// A chosen test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The test.
    pub test: TestId,
    /// Its score given the earlier tests.
    pub score: f64,
    /// The value of the suite with it; `None` if the metric has no suite value.
    pub suite_value: Option<f64>,
}

/// Chooses tests of a spectrum one by one: [`Selector::next`] returns the best candidate given the chosen tests, the first
/// row of equal ones.
///
/// ```
/// # use faultline_spectrum::{Spectrum, TestId};
/// # use faultline_diagnosability::{AnyMetric, DiagnosabilityError, SelectQuery, select};
/// # fn choose(spectrum: &Spectrum, t0: TestId) -> Result<(), DiagnosabilityError> {
/// let query = SelectQuery { given: vec![t0], tests: 10, ..SelectQuery::default() };
/// for step in select(spectrum, &AnyMetric::find("eap")?, &query)? {
///     println!("{} {:.3}", spectrum.tests[step.test.index()].unique_id, step.score);
/// }
/// # Ok(())
/// # }
/// ```
pub struct Selector<'s> {
    spectrum: &'s Spectrum,
    pool: Pool<'s>,
    state: AnyState,
    told: bool,
}

impl<'s> Selector<'s> {
    /// Starts from the given tests. `universe` is that of the spectrum. Errors: the spectrum does not have a row; the metric
    /// needs a failing test and none is given. Panics: `universe` has other elements.
    pub fn new(
        spectrum: &'s Spectrum,
        universe: &Universe,
        metric: &AnyMetric,
        query: &SelectQuery,
    ) -> Result<Self, DiagnosabilityError> {
        Self::started(spectrum, universe, metric, query, None)
    }

    /// Like [`Selector::new`], but reads columns where that is faster.
    pub(crate) fn reading(
        prepared: &'s Prepared<'s>,
        metric: &AnyMetric,
        query: &SelectQuery,
    ) -> Result<Self, DiagnosabilityError> {
        let mut selector =
            Self::started(prepared.spectrum(), prepared.universe(), metric, query, Some(prepared))?;
        selector.pool.reading(prepared);
        Ok(selector)
    }

    fn started(
        spectrum: &'s Spectrum,
        universe: &Universe,
        metric: &AnyMetric,
        query: &SelectQuery,
        prepared: Option<&Prepared<'_>>,
    ) -> Result<Self, DiagnosabilityError> {
        assert!(universe.fits(&spectrum.coverage), "the universe of the spectrum");
        let rows = spectrum.tests.len();
        let asked = query.given.iter().chain(query.pool.iter().flatten());
        if let Some(row) = asked.map(|test| test.index()).find(|&row| row >= rows) {
            return Err(DiagnosabilityError::NoSuchTest { row, rows });
        }
        let failed = |test: &TestId| spectrum.tests[test.index()].outcome == Outcome::Failed;
        if metric.needs_failing() && !query.given.iter().any(failed) {
            return Err(DiagnosabilityError::NoFailingTest { metric: metric.name() });
        }
        let candidates = candidates(spectrum, query);
        let given: Vec<(TestId, Verdict)> =
            query.given.iter().map(|&test| (test, verdict_of(spectrum, test))).collect();
        let known = Known { spectrum, universe, given: &given, candidates: &candidates, prepared };
        let metric = metric.knowing(&known);
        let mut state = metric.start(universe);
        let mut rows = spectrum.coverage.reader();
        for &(test, verdict) in &given {
            state.add(rows.row(test.index()), verdict);
        }
        let told = match query.labels {
            Labels::ByMetric => metric.knows_outcomes(),
            Labels::Told => true,
            Labels::Hidden => false,
        };
        let pool = Pool::new(&spectrum.coverage, candidates);
        Ok(Self { spectrum, pool, state, told })
    }

    /// The metric's view of the chosen tests.
    pub fn state(&self) -> &AnyState {
        &self.state
    }

    /// The candidates.
    pub fn pool(&self) -> &Pool<'s> {
        &self.pool
    }

    /// The scores of all remaining candidates, in pool order.
    pub fn scores(&mut self) -> Vec<(TestId, f64)> {
        let Self { pool, state, .. } = self;
        let mut rows = pool.reader();
        pool.remaining().map(|place| (pool.test(place), state.score(rows.row(place)))).collect()
    }
}

impl Iterator for Selector<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let pick = self.state.best(&mut self.pool)?;
        let test = self.pool.test(pick.place);
        let verdict = if self.told { verdict_of(self.spectrum, test) } else { Verdict::Unknown };
        self.state.add(&self.pool.row(pick.place), verdict);
        self.pool.take(pick.place);
        Some(Step { test, score: pick.score, suite_value: self.state.suite_value() })
    }
}

/// Chooses the tests of a query. For several queries of one spectrum keep a [`Universe`] and use a [`Selector`]. Errors: as
/// [`Selector::new`].
pub fn select(
    spectrum: &Spectrum,
    metric: &AnyMetric,
    query: &SelectQuery,
) -> Result<Vec<Step>, DiagnosabilityError> {
    Ok(Selector::new(spectrum, &Universe::of(spectrum), metric, query)?.take(query.tests).collect())
}

/// The value of a suite: rows of a matrix with verdicts. `None` if the metric has no suite value, or for no tests.
pub fn suite_value(
    matrix: &BitMatrix,
    universe: &Universe,
    metric: &AnyMetric,
    tests: impl IntoIterator<Item = (TestId, Verdict)>,
) -> Option<f64> {
    let mut state = metric.start(universe);
    let mut rows = matrix.reader();
    for (test, verdict) in tests {
        state.add(rows.row(test.index()), verdict);
    }
    state.suite_value()
}

fn verdict_of(spectrum: &Spectrum, test: TestId) -> Verdict {
    match spectrum.tests[test.index()].outcome {
        Outcome::Failed => Verdict::Failed,
        Outcome::Passed => Verdict::Passed,
        Outcome::Aborted | Outcome::Skipped => Verdict::Unknown,
    }
}

fn candidates(spectrum: &Spectrum, query: &SelectQuery) -> Vec<TestId> {
    let mut used = vec![false; spectrum.tests.len()];
    for test in &query.given {
        used[test.index()] = true;
    }
    let mut fresh = |test: &TestId| !std::mem::replace(&mut used[test.index()], true);
    if let Some(pool) = &query.pool {
        return pool.iter().copied().filter(|test| fresh(test)).collect();
    }
    let counted = |test: &TestId| spectrum.tests[test.index()].outcome.is_counted();
    (0..spectrum.tests.len()).map(TestId::new).filter(counted).filter(|test| fresh(test)).collect()
}
