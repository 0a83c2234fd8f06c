//! Backends: store a network, evaluate it, and make learning steps.

use crate::adam::Adam;
use crate::gradient::{Batch, gradient};
use crate::network::Critic;
use crate::{Action, Network, Round, State};

/// Number of transitions in a learning step.
pub const BATCH: usize = 32;

/// A critic to evaluate; both use the same encoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The critic that learns.
    Online,
    /// A copy of the online critic that is some learning steps old.
    Target,
}

/// A training example: a state, an action and its target value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Example {
    /// The state before the action.
    pub state: State,
    /// The chosen test.
    pub action: Action,
    /// The target value.
    pub target: f32,
}

/// The arithmetic of learning: a network, a copy of its critic, and an optimiser. [`crate::Learner`] draws, remembers and
/// chooses.
///
/// [`Plain`] is the default; other backends may compute elsewhere.
pub trait Backend {
    /// Writes the values of each state's actions to `values`, state by state.
    fn values(&mut self, side: Side, states: &[(State, &[Action])], values: &mut Vec<f32>);

    /// Makes one step of Adam against the gradient of the mean squared error. Returns the error before the step.
    fn learn(&mut self, examples: &[Example; BATCH]) -> f32;

    /// Copies the online critic to the target critic.
    fn copy_target(&mut self);

    /// The current network.
    fn network(&self) -> &Network;
}

/// A backend with plain arithmetic on one thread: the same bits on every machine.
#[derive(Clone, Debug)]
pub struct Plain {
    network: Network,
    target: Critic,
    adam: Adam,
}

impl Plain {
    /// A backend that starts from a network, with Adam's learning rate; the target critic is a copy of the network's critic.
    pub fn new(network: Network, rate: f64) -> Self {
        Self { target: network.critic.clone(), network, adam: Adam::new(rate) }
    }

    /// Mutable access to the network.
    pub(crate) fn network_mut(&mut self) -> &mut Network {
        &mut self.network
    }

    #[cfg(test)]
    pub(crate) fn with_target(network: Network, target: Critic) -> Self {
        Self { target, ..Self::new(network, 0.001) }
    }

    #[cfg(test)]
    pub(crate) fn target(&self) -> &Critic {
        &self.target
    }
}

impl Backend for Plain {
    fn values(&mut self, side: Side, states: &[(State, &[Action])], values: &mut Vec<f32>) {
        values.clear();
        let critic = match side {
            Side::Online => &self.network.critic,
            Side::Target => &self.target,
        };
        for (state, actions) in states {
            let before = values.len();
            values.resize(before + actions.len(), 0.0);
            if !actions.is_empty() {
                Round::of_critic(critic, &self.network.encode(*state)).values(actions, &mut values[before..]);
            }
        }
    }

    fn learn(&mut self, examples: &[Example; BATCH]) -> f32 {
        let (loss, slopes) = gradient(&self.network, &Batch::new(examples));
        self.adam.step(&mut self.network, &slopes);
        loss
    }

    fn copy_target(&mut self) {
        self.target = self.network.critic.clone();
    }

    fn network(&self) -> &Network {
        &self.network
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn the_target_critic_stays_behind_until_it_is_copied_and_shares_the_encoder() {
        let mut plain = Plain::new(Network::random(&mut Random::new(2)), 0.01);
        let state = State { tests: 2.0, groups: 7.0, uncovered: 0.0 };
        let action = Action { split: 1.5, cover: 0.5 };
        let before = plain.network().clone();
        plain.learn(&[Example { state, action, target: 1.0 }; BATCH]);
        let value = |plain: &mut Plain, side| {
            let mut values = vec![7.0];
            plain.values(side, &[(state, &[action])], &mut values);
            assert_eq!(values.len(), 1);
            values[0].to_bits()
        };
        let behind = Network { encoder: plain.network().encoder.clone(), critic: before.critic };
        assert_eq!(value(&mut plain, Side::Target), Round::new(&behind, state).value(action).to_bits());
        let online = Round::new(plain.network(), state).value(action).to_bits();
        assert_eq!(value(&mut plain, Side::Online), online);
        assert_ne!(value(&mut plain, Side::Target), online);
        plain.copy_target();
        assert_eq!(value(&mut plain, Side::Target), online);
    }

    #[test]
    fn values_of_several_states_stand_one_after_the_other() {
        let mut plain = Plain::new(Network::random(&mut Random::new(2)), 0.01);
        let states = [1.0, 2.0, 3.0].map(|tests| State { tests, groups: 7.0, uncovered: 0.0 });
        let actions = [0.1, 0.2, 0.3].map(|cover| Action { split: 1.5, cover });
        let mut values = Vec::new();
        let asked = [(states[0], &actions[..]), (states[1], &[]), (states[2], &actions[1..])];
        plain.values(Side::Online, &asked, &mut values);
        let alone = |state, action| Round::new(plain.network(), state).value(action);
        let first = actions.iter().map(|&action| alone(states[0], action));
        let last = actions[1..].iter().map(|&action| alone(states[2], action));
        assert_eq!(values, first.chain(last).collect::<Vec<f32>>());
    }
}
