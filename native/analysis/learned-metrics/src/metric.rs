//! RLFDC as a metric.

use std::sync::Arc;

use faultline_diagnosability::metrics::{Cover, Split};
use faultline_diagnosability::{Larger, Metric, Pick, Pool, State as Scores, Universe, Verdict};

use crate::round::{Base, base};
use crate::{Action, Network, Round, State};

/// The value that a trained network gives a candidate: how much it is expected to improve the
/// rank of the faulty method, now and in later steps.
///
/// Larger is better; the values of different networks do not compare. Needs a failing test at
/// the start and is told no outcomes after that.
/// Source: Zhuo et al., Automatically learning a precise measurement for fault diagnosis
/// capability of test cases, TOSEM.
#[derive(Clone, Debug)]
pub struct Rlfdc {
    network: Arc<Network>,
    name: Arc<str>,
}

impl Rlfdc {
    /// The metric of a network, called `rlfdc`.
    pub fn new(network: &Network) -> Self {
        Self::named(network, "rlfdc")
    }

    /// The metric of a network by a name of its own: a metric's name is its identity.
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

/// The tests chosen so far, as RLFDC sees them.
#[derive(Clone, Debug)]
pub struct RlfdcState {
    network: Arc<Network>,
    split: <Split as Metric>::State,
    cover: <Cover as Metric>::State,
    tests: usize,
    /// The encoded state's share of the critic.
    base: Base,
    /// Room for the candidates of a pool.
    places: Vec<usize>,
    actions: Vec<Action>,
    values: Vec<f32>,
}

impl RlfdcState {
    /// What the network sees of the chosen tests.
    pub fn inputs(&self) -> State {
        let tests = self.tests.saturating_sub(1) as f32;
        State { tests, groups: self.split.groups() as f32, uncovered: 0.0 }
    }

    /// What the network sees of a candidate. Shape: a row over all elements.
    pub fn action(&mut self, row: &[u64]) -> Action {
        Action { split: self.split.score(row) as f32, cover: self.cover.score(row) as f32 }
    }

    /// Once a round, so that candidates need not.
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
        // Values that are equal but for rounding in f64 are equal in f32.
        let better = |best: usize, i: usize| if self.values[i] > self.values[best] { i } else { best };
        let best = (0..self.values.len()).reduce(better)?;
        Some(Pick { place: self.places[best], score: self.values[best].into() })
    }
}
