//! Metrics with a type known only at run time.

use std::fmt;
use std::sync::Arc;

use crate::metric::{Known, Metric, Pick, Relation, State, Verdict};
use crate::{Better, Direction, Pool, Universe};

/// A metric found by name, with its parameters; see [`crate::METRICS`]. Cheap to clone.
#[derive(Clone)]
pub struct AnyMetric(Arc<dyn Erased>);

/// A [`State`] of an [`AnyMetric`].
pub struct AnyState(Box<dyn ErasedState>);

impl AnyMetric {
    /// Wraps a metric.
    pub fn new(metric: impl Metric) -> Self {
        Self(Arc::new(metric))
    }

    /// Name with the parameters that are not the default ones.
    pub fn name(&self) -> String {
        self.0.name()
    }

    /// Whether larger or smaller values are better.
    pub fn better(&self) -> Better {
        self.0.better()
    }

    /// See [`Metric::knows_outcomes`].
    pub fn knows_outcomes(&self) -> bool {
        self.0.knows_outcomes()
    }

    /// See [`Metric::needs_failing`].
    pub fn needs_failing(&self) -> bool {
        self.0.needs_failing()
    }

    /// The same metric, but informed of the outcomes of chosen tests even if it does not ask: a user labels each test before
    /// the next is chosen. Appends ` labelled` to its name. A metric that [knows outcomes](Self::knows_outcomes) is
    /// unchanged.
    #[must_use]
    pub fn labelled(&self) -> Self {
        if self.knows_outcomes() { self.clone() } else { Self(Arc::new(Labelled(self.clone()))) }
    }

    /// See [`Metric::knowing`]; unchanged if the metric does not use the data.
    #[must_use]
    pub fn knowing(&self, known: &Known<'_>) -> Self {
        self.0.knowing(known).unwrap_or_else(|| self.clone())
    }

    /// A state without chosen tests.
    pub fn start(&self, universe: &Universe) -> AnyState {
        AnyState(self.0.start(universe))
    }
}

impl fmt::Debug for AnyMetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for AnyMetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// Metrics are identified by name and parameters.
impl PartialEq for AnyMetric {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl AnyState {
    /// See [`State::add`].
    pub fn add(&mut self, row: &[u64], verdict: Verdict) {
        self.0.add(row, verdict);
    }

    /// See [`State::score`].
    pub fn score(&mut self, row: &[u64]) -> f64 {
        self.0.score(row)
    }

    /// See [`State::suite_value`].
    pub fn suite_value(&self) -> Option<f64> {
        self.0.suite_value()
    }

    /// See [`State::relation`].
    pub fn relation(&self) -> Relation {
        self.0.relation()
    }

    /// See [`State::best`].
    pub fn best(&mut self, pool: &mut Pool<'_>) -> Option<Pick> {
        self.0.best(pool)
    }

    /// Whether larger or smaller values are better.
    pub fn better(&self) -> Better {
        self.0.better()
    }
}

impl Clone for AnyState {
    fn clone(&self) -> Self {
        Self(self.0.fork())
    }
}

trait Erased: fmt::Debug + Send + Sync {
    fn name(&self) -> String;
    fn better(&self) -> Better;
    fn knows_outcomes(&self) -> bool;
    fn needs_failing(&self) -> bool;
    fn knowing(&self, known: &Known<'_>) -> Option<AnyMetric>;
    fn start(&self, universe: &Universe) -> Box<dyn ErasedState>;
}

impl<M: Metric> Erased for M {
    fn name(&self) -> String {
        Metric::name(self)
    }

    fn better(&self) -> Better {
        <M::State as State>::Direction::BETTER
    }

    fn knows_outcomes(&self) -> bool {
        Metric::knows_outcomes(self)
    }

    fn needs_failing(&self) -> bool {
        Metric::needs_failing(self)
    }

    fn knowing(&self, known: &Known<'_>) -> Option<AnyMetric> {
        Metric::knowing(self, known).map(AnyMetric::new)
    }

    fn start(&self, universe: &Universe) -> Box<dyn ErasedState> {
        Box::new(Metric::start(self, universe))
    }
}

/// See [`AnyMetric::labelled`].
#[derive(Debug)]
struct Labelled(AnyMetric);

impl Erased for Labelled {
    fn name(&self) -> String {
        format!("{} labelled", self.0.name())
    }

    fn better(&self) -> Better {
        self.0.better()
    }

    fn knows_outcomes(&self) -> bool {
        true
    }

    fn needs_failing(&self) -> bool {
        self.0.needs_failing()
    }

    fn knowing(&self, known: &Known<'_>) -> Option<AnyMetric> {
        self.0.0.knowing(known).map(|metric| metric.labelled())
    }

    fn start(&self, universe: &Universe) -> Box<dyn ErasedState> {
        self.0.start(universe).0
    }
}

trait ErasedState: Send {
    fn add(&mut self, row: &[u64], verdict: Verdict);
    fn score(&mut self, row: &[u64]) -> f64;
    fn suite_value(&self) -> Option<f64>;
    fn relation(&self) -> Relation;
    fn best(&mut self, pool: &mut Pool<'_>) -> Option<Pick>;
    fn better(&self) -> Better;
    fn fork(&self) -> Box<dyn ErasedState>;
}

impl<S: State> ErasedState for S {
    fn add(&mut self, row: &[u64], verdict: Verdict) {
        State::add(self, row, verdict);
    }

    fn score(&mut self, row: &[u64]) -> f64 {
        State::score(self, row)
    }

    fn suite_value(&self) -> Option<f64> {
        State::suite_value(self)
    }

    fn relation(&self) -> Relation {
        State::relation(self)
    }

    fn best(&mut self, pool: &mut Pool<'_>) -> Option<Pick> {
        State::best(self, pool)
    }

    fn better(&self) -> Better {
        S::Direction::BETTER
    }

    fn fork(&self) -> Box<dyn ErasedState> {
        Box::new(self.clone())
    }
}
