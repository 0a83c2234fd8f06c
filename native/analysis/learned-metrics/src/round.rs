//! Values of many candidates in one state.

use crate::dense::{Lanes, relu};
use crate::network::{CODE, Critic};
use crate::{Action, Network, State};

/// Number of candidates per batch.
const LANES: usize = 16;

/// A network applied to one state: encodes the chosen tests once, then values any number of candidates.
///
/// ```
/// # use faultline_learned_metrics::{Action, Network, Random, Round, State};
/// let network = Network::random(&mut Random::new(1));
/// let round = Round::new(&network, State { tests: 2.0, groups: 14.0, uncovered: 0.0 });
/// let action = Action { split: 0.25, cover: 0.5 };
/// let mut values = [0.0; 3];
/// round.values(&[action; 3], &mut values);
/// assert_eq!(values, [round.value(action); 3]);
/// ```
#[derive(Clone, Debug)]
pub struct Round<'n> {
    critic: &'n Critic,
    base: Base,
}

/// The critic's first sums over the encoded state, without the action.
pub(crate) type Base = [f32; 16];

impl<'n> Round<'n> {
    /// Encodes the state. Cost: about 600 multiplications, no allocation.
    pub fn new(network: &'n Network, state: State) -> Self {
        Self::of_critic(&network.critic, &network.encode(state))
    }

    pub(crate) fn of_critic(critic: &'n Critic, code: &[f32; CODE]) -> Self {
        Self { critic, base: base(critic, code) }
    }

    /// A round with known first sums.
    pub(crate) fn resumed(network: &'n Network, base: &Base) -> Self {
        Self { critic: &network.critic, base: *base }
    }

    /// The value of one candidate. Cost: about 600 multiplications, no allocation.
    pub fn value(&self, action: Action) -> f32 {
        self.batch(&[[action.split], [action.cover]])[0]
    }

    /// The values of candidates; bit by bit those of [`Round::value`], but faster. Panics: not as many values as actions.
    /// Cost: no allocation.
    pub fn values(&self, actions: &[Action], values: &mut [f32]) {
        assert_eq!(actions.len(), values.len(), "one value per action");
        for (actions, values) in actions.chunks(LANES).zip(values.chunks_mut(LANES)) {
            let mut inputs = [[0.0; LANES]; 2];
            for (lane, action) in actions.iter().enumerate() {
                (inputs[0][lane], inputs[1][lane]) = (action.split, action.cover);
            }
            values.copy_from_slice(&self.batch(&inputs)[..actions.len()]);
        }
    }

    fn batch<const B: usize>(&self, actions: &Lanes<2, B>) -> [f32; B] {
        let mut sums = self.base.map(|base| [base; B]);
        for (sums, weights) in sums.iter_mut().zip(&self.critic.first.weights) {
            for (lane, sum) in sums.iter_mut().enumerate() {
                *sum = *sum + weights[CODE] * actions[0][lane] + weights[CODE + 1] * actions[1][lane];
            }
        }
        let wide = relu(self.critic.second.forward(&relu(sums)));
        let [values] = self.critic.last.forward(&wide);
        values
    }
}

pub(crate) fn base(critic: &Critic, code: &[f32; CODE]) -> Base {
    let mut sums = critic.first.biases;
    for (sum, weights) in sums.iter_mut().zip(&critic.first.weights) {
        for (weight, unit) in weights.iter().zip(code) {
            *sum += weight * unit;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn a_batch_of_any_size_gives_each_candidate_the_bits_it_gets_alone() {
        let mut random = Random::new(3);
        let network = Network::random(&mut random);
        let round = Round::new(&network, State { tests: 4.0, groups: 31.0, uncovered: 0.0 });
        for size in [0, 1, 15, 16, 17, 100] {
            let action = |_| Action { split: random.unit() as f32 * 9.0, cover: random.unit() as f32 };
            let actions: Vec<Action> = (0..size).map(action).collect();
            let mut values = vec![0.0; size];
            round.values(&actions, &mut values);
            for (action, value) in actions.iter().zip(values) {
                assert_eq!(value.to_bits(), round.value(*action).to_bits());
            }
        }
    }
}
