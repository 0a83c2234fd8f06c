//! RLFDC as a metric.

use std::sync::Arc;

use faultline_diagnosability::metrics::{Cover, Split};
use faultline_diagnosability::{Larger, Metric, Pick, Pool, State as Scores, Universe, Verdict};

use crate::round::{Base, base};
use crate::{Action, Network, Round, State};

/// The value of a candidate by a trained network: its expected improvement of the faulty method's rank, now and in later
/// steps.
///
/// Needs an initial failing test; uses no later outcomes. Larger is better; values of different networks are not comparable.
/// Source: Zhuo et al., Automatically learning a precise measurement for fault diagnosis capability of test cases, TOSEM.
#[derive(Clone, Debug)]
pub struct Rlfdc {
    network: Arc<Network>,
    name: Arc<str>,
}

impl Rlfdc {
    /// The metric of a network, named `rlfdc`.
    pub fn new(network: &Network) -> Self {
        Self::named(network, "rlfdc")
    }

    /// The metric of a network under a name, which identifies the metric.
    pub fn named(network: &Network, name: &str) -> Self {
        Self { network: Arc::new(network.clone()), name: name.into() }
    }
}

impl Metric for Rlfdc {
    type State = RlfdcState;

    fn name(&self) -> String {
        self.name.to_string()
    }

    fn needs_failing(&self) -> bool {
        true
    }

    fn start(&self, universe: &Universe) -> RlfdcState {
        let mut state = RlfdcState {
            network: Arc::clone(&self.network),
            split: Split.start(universe),
            cover: Cover.start(universe),
            tests: 0,
            base: [0.0; 16],
            places: Vec::new(),
            actions: Vec::new(),
            values: Vec::new(),
        };
        state.encode();
        state
    }
}

/// The chosen tests as inputs of RLFDC.
#[derive(Clone, Debug)]
pub struct RlfdcState {
    network: Arc<Network>,
    split: <Split as Metric>::State,
    cover: <Cover as Metric>::State,
    tests: usize,
    /// The critic's first sums over the encoded state.
    base: Base,
    /// Buffer for the candidates of a pool.
    places: Vec<usize>,
    actions: Vec<Action>,
    values: Vec<f32>,
}

impl RlfdcState {
    /// The state inputs of the chosen tests.
    pub fn inputs(&self) -> State {
        let tests = self.tests.saturating_sub(1) as f32;
        State { tests, groups: self.split.groups() as f32, uncovered: 0.0 }
    }

    /// The action inputs of a candidate. Shape: a row over all elements.
    pub fn action(&mut self, row: &[u64]) -> Action {
        Action { split: self.split.score(row) as f32, cover: self.cover.score(row) as f32 }
    }

    /// Encodes the state once per round, for all candidates.
    fn encode(&mut self) {
        self.base = base(&self.network.critic, &self.network.encode(self.inputs()));
    }
}

impl Scores for RlfdcState {
    type Direction = Larger;

    fn add(&mut self, row: &[u64], verdict: Verdict) {
        self.split.add(row, verdict);
        self.cover.add(row, verdict);
        self.tests += 1;
        self.encode();
    }

    fn score(&mut self, row: &[u64]) -> f64 {
        let action = self.action(row);
        Round::resumed(&self.network, &self.base).value(action).into()
    }

    fn best(&mut self, pool: &mut Pool<'_>) -> Option<Pick> {
        let Self { network, split, cover, base, places, actions, values, .. } = self;
        places.clear();
        actions.clear();
        split.scores(pool, |place, split| {
            places.push(place);
            actions.push(Action { split: split as f32, cover: 0.0 });
        });
        let mut rest = actions.iter_mut();
        cover.scores(pool, |_, cover| {
            rest.next().expect("as many remain for both").cover = cover as f32;
        });
        values.clear();
        values.resize(actions.len(), 0.0);
        Round::resumed(network, base).values(actions, values);
        // Values that differ only by f64 rounding are equal in f32.
        let better = |best: usize, i: usize| if self.values[i] > self.values[best] { i } else { best };
        let best = (0..self.values.len()).reduce(better)?;
        Some(Pick { place: self.places[best], score: self.values[best].into() })
    }
}
