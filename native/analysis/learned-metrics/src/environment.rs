//! Environments to learn from.

use std::sync::Arc;

use crate::{Action, Network, Round, State};

/// A sequence of decisions with rewards: each state has some actions, one of which is taken.
///
/// [`crate::SelectionTask`] is the environment of the papers: choosing tests for a fault.
pub trait Environment {
    /// Returns to the first state.
    fn reset(&mut self);

    /// The current state.
    fn state(&self) -> State;

    /// The available actions, in an order that depends only on the state.
    fn actions(&mut self) -> Arc<[Action]>;

    /// Takes the action at an index of [`Environment::actions`] and returns the reward. Panics: the index is out of range.
    fn take(&mut self, place: usize) -> f32;
}

impl Network {
    /// Rewards of greedily following the network for up to `steps` steps; the first of equal actions is taken.
    pub fn follow(&self, environment: &mut impl Environment, steps: usize) -> Vec<f32> {
        environment.reset();
        let (mut rewards, mut values) = (Vec::with_capacity(steps), Vec::new());
        while rewards.len() < steps {
            let actions = environment.actions();
            let round = Round::new(self, environment.state());
            let Some(place) = best_of(&round, &actions, &mut values) else { break };
            rewards.push(environment.take(place));
        }
        rewards
    }
}

/// The first action with the largest value; `None` if there is no action.
fn best_of(round: &Round<'_>, actions: &[Action], values: &mut Vec<f32>) -> Option<usize> {
    values.clear();
    values.resize(actions.len(), 0.0);
    round.values(actions, values);
    largest(values)
}

/// The index of the first largest value; `None` if there is no value.
pub(crate) fn largest(values: &[f32]) -> Option<usize> {
    let better = |best: usize, place: usize| if values[place] > values[best] { place } else { best };
    (0..values.len()).reduce(better)
}
