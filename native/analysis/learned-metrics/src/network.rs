//! The network: an encoder of states and a critic of actions.

use crate::dense::{Dense, relu};
use crate::{Random, State};

/// Units of the encoded state.
pub(crate) const CODE: usize = 16;
/// Units of the critic's second layer.
pub(crate) const WIDE: usize = 32;
/// Inputs of the critic: the encoded state, then the action.
pub(crate) const CRITIC: usize = CODE + 2;

/// Number of weights and biases.
pub const PARAMETERS: usize =
    16 * 3 + 16 + 16 * 16 + 16 + CODE * CRITIC + CODE + WIDE * CODE + WIDE + WIDE + 1;

/// Names of the layers in files, and their shapes `[outputs, inputs]`.
pub(crate) const LAYERS: [(&str, [usize; 2]); 5] = [
    ("encoder.0", [16, 3]),
    ("encoder.1", [CODE, 16]),
    ("critic.0", [16, CRITIC]),
    ("critic.1", [WIDE, 16]),
    ("critic.2", [1, WIDE]),
];

/// Standard deviation of initial weights.
const SPREAD: f64 = 0.1;

/// Q(s, a): the value of adding a candidate, given the chosen tests.
///
/// The encoder maps the state to 16 numbers (3 → 16 → 16, both layers rectified). The critic takes these and the action (18
/// → 16 → 32 → 1, the first two rectified).
/// Source: Zhuo et al., TOSEM.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    pub(crate) encoder: Encoder,
    pub(crate) critic: Critic,
}

/// 3 → 16 → 16.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Encoder {
    pub(crate) first: Dense<3, 16>,
    pub(crate) second: Dense<16, CODE>,
}

/// 18 → 16 → 32 → 1. The encoded state precedes the action in the inputs, so that its partial sums can be computed once for
/// all actions. Published weights have the action first; see [`Network::parameters`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Critic {
    pub(crate) first: Dense<CRITIC, 16>,
    pub(crate) second: Dense<16, WIDE>,
    pub(crate) last: Dense<WIDE, 1>,
}

impl Encoder {
    /// Makes the encoder output the state, padded with zeros. Works because inputs are never negative and rectified units
    /// keep them.
    pub(crate) fn pass_through(&mut self) {
        *self = Self { first: Dense::ZERO, second: Dense::ZERO };
        for input in 0..3 {
            self.first.weights[input][input] = 1.0;
            self.second.weights[input][input] = 1.0;
        }
    }
}

impl Network {
    pub(crate) const ZERO: Self = Self {
        encoder: Encoder { first: Dense::ZERO, second: Dense::ZERO },
        critic: Critic { first: Dense::ZERO, second: Dense::ZERO, last: Dense::ZERO },
    };

    /// An untrained network: weights from N(0, 0.1), biases uniform within 1 / sqrt(inputs) of 0, drawn in the order of
    /// [`Network::parameters`].
    pub fn random(random: &mut Random) -> Self {
        let mut all = Vec::with_capacity(PARAMETERS);
        for (_, [outputs, inputs]) in LAYERS {
            all.extend((0..outputs * inputs).map(|_| (SPREAD * random.normal()) as f32));
            let bound = 1.0 / (inputs as f64).sqrt();
            all.extend((0..outputs).map(|_| (bound * (2.0 * random.unit() - 1.0)) as f32));
        }
        Self::fill(&all)
    }

    /// All weights and biases, layer by layer: weights (`[outputs × inputs]`), then biases. As published, the critic's
    /// inputs are split, cover, then the encoded state. Shape: [`PARAMETERS`] numbers.
    pub fn parameters(&self) -> Vec<f32> {
        let mut turned = self.clone();
        turned.critic.first.weights.iter_mut().for_each(|row| row.rotate_right(2));
        let mut all = Vec::with_capacity(PARAMETERS);
        turned.slices().into_iter().for_each(|slice| all.extend_from_slice(slice));
        all
    }

    /// A network of these [`Network::parameters`]; `None` unless there are [`PARAMETERS`] of them, all within
    /// ±[`Network::LARGEST`].
    pub fn from_parameters(parameters: &[f32]) -> Option<Self> {
        let is_fine = |parameter: &f32| parameter.abs() <= Self::LARGEST;
        (parameters.len() == PARAMETERS && parameters.iter().all(is_fine)).then(|| Self::fill(parameters))
    }

    /// A network of these [`Network::parameters`] without a bound, for networks in training. Panics: there are not
    /// [`PARAMETERS`] of them.
    pub fn unbounded(parameters: &[f32]) -> Self {
        assert_eq!(parameters.len(), PARAMETERS, "one number per weight and bias");
        Self::fill(parameters)
    }

    /// The largest magnitude of a weight or bias. Trained ones stay below 10; within this bound no sum overflows for inputs
    /// up to a million, so every value is finite.
    pub const LARGEST: f32 = 1000.0;

    /// Whether all weights and biases are within the bound of [`Network::from_parameters`].
    pub(crate) fn is_bounded(&self) -> bool {
        self.slices().into_iter().flatten().all(|parameter| parameter.abs() <= Self::LARGEST)
    }

    fn fill(parameters: &[f32]) -> Self {
        let mut network = Self::ZERO;
        let mut rest = parameters;
        for slice in network.slices_mut() {
            let (these, after) = rest.split_at(slice.len());
            slice.copy_from_slice(these);
            rest = after;
        }
        network.critic.first.weights.iter_mut().for_each(|row| row.rotate_left(2));
        network
    }

    /// The encoded state.
    pub(crate) fn encode(&self, state: State) -> [f32; CODE] {
        let inputs = state.inputs().map(|input| [input]);
        let hidden = relu(self.encoder.first.forward(&inputs));
        relu(self.encoder.second.forward(&hidden)).map(|[unit]| unit)
    }

    /// All weights and biases.
    pub(crate) fn slices(&self) -> [&[f32]; 10] {
        let Self { encoder, critic } = self;
        [
            encoder.first.weights.as_flattened(),
            &encoder.first.biases,
            encoder.second.weights.as_flattened(),
            &encoder.second.biases,
            critic.first.weights.as_flattened(),
            &critic.first.biases,
            critic.second.weights.as_flattened(),
            &critic.second.biases,
            critic.last.weights.as_flattened(),
            &critic.last.biases,
        ]
    }

    /// All weights and biases, mutable.
    pub(crate) fn slices_mut(&mut self) -> [&mut [f32]; 10] {
        let Self { encoder, critic } = self;
        [
            encoder.first.weights.as_flattened_mut(),
            &mut encoder.first.biases,
            encoder.second.weights.as_flattened_mut(),
            &mut encoder.second.biases,
            critic.first.weights.as_flattened_mut(),
            &mut critic.first.biases,
            critic.second.weights.as_flattened_mut(),
            &mut critic.second.biases,
            critic.last.weights.as_flattened_mut(),
            &mut critic.last.biases,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_make_the_network_that_they_were_taken_from() {
        let network = Network::random(&mut Random::new(7));
        let parameters = network.parameters();
        assert_eq!(parameters.len(), PARAMETERS);
        assert_eq!(PARAMETERS, LAYERS.iter().map(|(_, [o, i])| o * i + o).sum::<usize>());
        assert_eq!(Network::from_parameters(&parameters), Some(network));
    }

    #[test]
    fn as_published_the_action_comes_before_the_encoded_state() {
        let mut parameters = vec![0.0; PARAMETERS];
        let first_of_critic = 16 * 3 + 16 + 16 * 16 + 16;
        parameters[first_of_critic..][..3].copy_from_slice(&[1.0, 2.0, 3.0]);
        let weights = Network::from_parameters(&parameters).unwrap().critic.first.weights[0];
        let [split, cover] = [weights[CODE], weights[CODE + 1]].map(f32::to_bits);
        assert_eq!([split, cover, weights[0].to_bits()], [1.0_f32, 2.0, 3.0].map(f32::to_bits));
    }

    #[test]
    fn weights_that_no_training_gives_make_no_network() {
        for wrong in [f32::NAN, f32::INFINITY, -1001.0] {
            let mut parameters = vec![0.0; PARAMETERS];
            parameters[77] = wrong;
            assert_eq!(Network::from_parameters(&parameters), None);
        }
        assert_eq!(Network::from_parameters(&[0.0; 3]), None);
    }

    #[test]
    fn fresh_weights_have_the_published_spread_and_biases_that_of_their_inputs() {
        let networks: Vec<Network> = (0..40).map(|seed| Network::random(&mut Random::new(seed))).collect();
        let mean_square = |of: &dyn Fn(&Network) -> &[f32]| {
            let all: Vec<f32> = networks.iter().flat_map(|network| of(network).to_vec()).collect();
            all.iter().map(|w| w * w).sum::<f32>() / all.len() as f32
        };
        assert!((mean_square(&|n| n.critic.first.weights.as_flattened()).sqrt() - 0.1).abs() < 0.003);
        // A uniform distribution on ±b has variance b² / 3.
        assert!((mean_square(&|n| &n.critic.second.biases) - 1.0 / 16.0 / 3.0).abs() < 0.002);
        assert!(networks.iter().all(|n| n.encoder.first.biases.iter().all(|b| b.abs() < 0.5774)));
    }
}
