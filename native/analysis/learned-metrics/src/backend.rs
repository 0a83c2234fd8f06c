//! Where a network is kept, computes and learns.

use crate::adam::Adam;
use crate::gradient::{Batch, gradient};
use crate::network::Critic;
use crate::{Action, Network, Round, State};

/// Transitions of a learning step.
pub const BATCH: usize = 32;

/// Which critic is asked; the encoder is the same for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The one that learns.
    Online,
    /// Its copy of some learning steps ago.
    Target,
}

/// What a learning step learns from: the value of the action in the state should be the
/// target.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Example {
    /// The tests chosen before.
    pub state: State,
    /// The test that was chosen.
    pub action: Action,
    /// What that was worth.
    pub target: f32,
}

/// A network that learns, the copy of its critic, and its optimiser: all of learning that is
/// arithmetic. What is drawn, remembered and chosen is the [`crate::Learner`]'s.
///
/// [`Plain`] is the one that everything uses by default; others may compute elsewhere.
pub trait Backend {
    /// Puts the values of each state's actions into `values`, one state after the other.
    fn values(&mut self, side: Side, states: &[(State, &[Action])], values: &mut Vec<f32>);

    /// Makes one step of Adam against the gradient of the mean squared error, and returns the
    /// error before it.
    fn learn(&mut self, examples: &[Example; BATCH]) -> f32;

    /// The target critic becomes a copy of the online one.
    fn copy_target(&mut self);

    /// The network as it is now.
    fn network(&self) -> &Network;
}

/// Plain arithmetic on one thread: the same bits on every machine.
#[derive(Clone, Debug)]
pub struct Plain {
    network: Network,
    target: Critic,
    adam: Adam,
}

impl Plain {
    /// Starts from a network, with Adam's learning rate; the target critic is the network's.
    pub fn new(network: Network, rate: f64) -> Self {
        Self { target: network.critic.clone(), network, adam: Adam::new(rate) }
    }

    /// The network, to change.
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
