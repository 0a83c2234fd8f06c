//! Plain Q-learning of a linear function of the inputs.

use crate::network::CODE;
use crate::{Action, Environment, Network, Options, Random, RlfdcError, SelectionTask, State, TrainingFault};

/* The function is learned online, from each step alone: no memory, no target network, no
optimiser. The inputs are not normalised, so a step is divided by the squared length of the
inputs (normalised least mean squares): the estimate of this step moves by RATE of its error. */

/// Number of inputs: tests, groups, split, cover, and a constant 1. `uncovered` is always 0.
const INPUTS: usize = 5;
/// Learning rate: the share of the error that a step corrects.
const RATE: f32 = 0.1;

/// A linear function of the inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Linear([f32; INPUTS]);

/// Trains on the faults in order. Uses episodes, steps, epsilon, discount and seed of the options. Returns the function as
/// an equivalent network. Errors: no fault, or an unusable fault.
/// Source: Watkins, Dayan, Q-learning, 1992.
pub(crate) fn train(faults: &[TrainingFault<'_>], options: &Options) -> Result<Network, RlfdcError> {
    if faults.is_empty() {
        return Err(RlfdcError::NoFault);
    }
    let (mut values, mut random) = (Linear::default(), Random::new(options.seed));
    for fault in faults {
        let mut task = SelectionTask::new(fault)?;
        for _ in 0..options.epochs {
            values.episode(&mut task, options, &mut random);
        }
    }
    Ok(values.network())
}

impl Linear {
    fn episode(&mut self, task: &mut impl Environment, options: &Options, random: &mut Random) {
        task.reset();
        let (mut state, mut actions) = (task.state(), task.actions());
        for step in 1..=options.steps {
            let Some(best) = self.best(state, &actions) else { return };
            let is_random = random.unit() < options.epsilon;
            let place = if is_random { random.below(actions.len()) } else { best };
            let action = actions[place];
            let reward = task.take(place);
            let next = task.state();
            // There is no next action after the last step or without candidates.
            let next_actions = if step == options.steps { [].into() } else { task.actions() };
            let follows = self.best(next, &next_actions).map(|best| self.value(next, next_actions[best]));
            self.step(state, action, reward + options.discount * follows.unwrap_or(0.0));
            (state, actions) = (next, next_actions);
        }
    }

    fn value(&self, state: State, action: Action) -> f32 {
        self.0.iter().zip(inputs(state, action)).fold(0.0, |sum, (weight, input)| sum + weight * input)
    }

    /// The first action with the largest value.
    fn best(&self, state: State, actions: &[Action]) -> Option<usize> {
        let value = |place: usize| self.value(state, actions[place]);
        (0..actions.len()).reduce(|best, place| if value(place) > value(best) { place } else { best })
    }

    /// Moves the value of an action towards a target.
    fn step(&mut self, state: State, action: Action, target: f32) {
        let inputs = inputs(state, action);
        let length = inputs.iter().fold(0.0, |sum, input| sum + input * input);
        let by = RATE * (target - self.value(state, action)) / length;
        for (weight, input) in self.0.iter_mut().zip(inputs) {
            *weight += by * input;
        }
    }

    /// A network with the same values: two rectified units compute `value` and `-value`, whose difference is the value.
    /// Inputs are never negative.
    fn network(self) -> Network {
        let [tests, groups, split, cover, constant] = self.0;
        let mut network = Network::ZERO;
        network.encoder.pass_through();
        for (unit, sign) in [1.0, -1.0].into_iter().enumerate() {
            let first = &mut network.critic.first;
            (first.weights[unit][0], first.weights[unit][1]) = (sign * tests, sign * groups);
            (first.weights[unit][CODE], first.weights[unit][CODE + 1]) = (sign * split, sign * cover);
            first.biases[unit] = sign * constant;
            network.critic.second.weights[unit][unit] = 1.0;
            network.critic.last.weights[0][unit] = sign;
        }
        network
    }
}

fn inputs(state: State, action: Action) -> [f32; INPUTS] {
    [state.tests, state.groups, action.split, action.cover, 1.0]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Round;

    #[test]
    fn a_network_of_a_linear_function_has_its_values() {
        let linear = Linear([0.5, -0.25, 1.5, -2.0, 0.125]);
        let network = linear.network();
        for (tests, groups, split, cover) in
            [(0.0, 1.0, 0.0, 0.0), (3.0, 40.0, 7.5, 0.25), (9.0, 2.0, 0.5, 1.0)]
        {
            let (state, action) = (State { tests, groups, uncovered: 0.0 }, Action { split, cover });
            let found = Round::new(&network, state).value(action);
            assert!((found - linear.value(state, action)).abs() < 1e-5, "{found}");
        }
    }

    /// An environment of up to three steps: one action pays 0.5 and ends the episode, the other pays 0.3.
    #[derive(Default)]
    struct Corridor {
        step: usize,
        ended: bool,
    }

    impl Environment for Corridor {
        fn reset(&mut self) {
            *self = Self::default();
        }

        fn state(&self) -> State {
            State { tests: self.step as f32, ..State::default() }
        }

        fn actions(&mut self) -> Arc<[Action]> {
            let both = [Action { split: 0.0, cover: 1.0 }, Action { split: 1.0, cover: 0.0 }];
            if self.ended { [].into() } else { both.into() }
        }

        fn take(&mut self, place: usize) -> f32 {
            (self.step, self.ended) = (self.step + 1, place == 0);
            if place == 0 { 0.5 } else { 0.3 }
        }
    }

    #[test]
    fn what_follows_counts_as_far_as_the_discount_says() {
        let paid = |discount| {
            let options = Options { steps: 3, epsilon: 0.3, discount, ..Options::default() };
            let (mut linear, mut random) = (Linear::default(), Random::new(1));
            let mut corridor = Corridor::default();
            for _ in 0..2000 {
                linear.episode(&mut corridor, &options, &mut random);
            }
            linear.network().follow(&mut corridor, 3)
        };
        // A linear function ranks actions the same in every state.
        assert_eq!(paid(0.9), [0.3, 0.3, 0.3]);
        assert_eq!(paid(0.0), [0.5]);
    }
}
