//! What can be learned from.

use std::sync::Arc;

use crate::{Action, Network, Round, State};

/// A sequence of decisions with rewards: for each state some actions, of which one is taken.
///
/// [`crate::SelectionTask`] is the one of the papers: choosing tests of a fault.
pub trait Environment {
    /// Goes back to the first state.
    fn reset(&mut self);

    /// The present state.
    fn state(&self) -> State;

    /// What can be done now, in an order that the state alone decides.
    fn actions(&mut self) -> Arc<[Action]>;

    /// Does one of [`Environment::actions`], by its place, and returns the reward.
    /// Panics: there is no such action.
    fn take(&mut self, place: usize) -> f32;
}

impl Network {
    /// The rewards along the way that the network thinks best, for up to `steps` steps; of
    /// equal actions the first is taken.
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

/// The first of the actions with the largest value; `None` for none.
fn best_of(round: &Round<'_>, actions: &[Action], values: &mut Vec<f32>) -> Option<usize> {
    values.clear();
    values.resize(actions.len(), 0.0);
    round.values(actions, values);
    largest(values)
}

/// The place of the first of the largest values; `None` for none.
pub(crate) fn largest(values: &[f32]) -> Option<usize> {
    let better = |best: usize, place: usize| if values[place] > values[best] { place } else { best };
    (0..values.len()).reduce(better)
}
