//! Gradient of the loss.

use crate::dense::{Lanes, relu, relu_backward};
use crate::network::CODE;
use crate::{BATCH, Example, Network};

/// A batch of [`Example`]s, one per lane.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    pub(crate) states: Lanes<3, BATCH>,
    pub(crate) actions: Lanes<2, BATCH>,
    pub(crate) targets: [f32; BATCH],
}

impl Batch {
    pub(crate) fn new(examples: &[Example; BATCH]) -> Self {
        let mut batch = Self { states: [[0.0; BATCH]; 3], actions: [[0.0; BATCH]; 2], targets: [0.0; BATCH] };
        for (lane, Example { state, action, target }) in examples.iter().enumerate() {
            for (lanes, input) in batch.states.iter_mut().zip(state.inputs()) {
                lanes[lane] = input;
            }
            batch.actions[0][lane] = action.split;
            batch.actions[1][lane] = action.cover;
            batch.targets[lane] = *target;
        }
        batch
    }
}

/// The mean squared error of a network on a batch, and its gradient as a network of derivatives.
pub(crate) fn gradient(network: &Network, batch: &Batch) -> (f32, Network) {
    let Network { encoder, critic } = network;
    let mut gradient = Network::ZERO;
    let hidden = relu(encoder.first.forward(&batch.states));
    let code = relu(encoder.second.forward(&hidden));
    let inputs: [_; CODE + 2] =
        std::array::from_fn(|i| if i < CODE { code[i] } else { batch.actions[i - CODE] });
    let narrow = relu(critic.first.forward(&inputs));
    let wide = relu(critic.second.forward(&narrow));
    let [values] = critic.last.forward(&wide);

    let mut errors = [0.0; BATCH];
    for ((error, value), target) in errors.iter_mut().zip(values).zip(batch.targets) {
        *error = value - target;
    }
    let loss = errors.iter().fold(0.0, |sum, error| sum + error * error) / BATCH as f32;

    let of_values = [errors.map(|error| 2.0 * error / BATCH as f32)];
    let of_wide = critic.last.backward(&wide, &of_values, &mut gradient.critic.last);
    let of_wide = relu_backward(&wide, of_wide);
    let of_narrow = critic.second.backward(&narrow, &of_wide, &mut gradient.critic.second);
    let of_narrow = relu_backward(&narrow, of_narrow);
    let of_inputs = critic.first.backward(&inputs, &of_narrow, &mut gradient.critic.first);
    let of_code = relu_backward(&code, std::array::from_fn(|i| of_inputs[i]));
    let of_hidden = encoder.second.backward(&hidden, &of_code, &mut gradient.encoder.second);
    let of_hidden = relu_backward(&hidden, of_hidden);
    encoder.first.backward(&batch.states, &of_hidden, &mut gradient.encoder.first);
    (loss, gradient)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::LAYERS;
    use crate::{Action, Random, Round, State};

    /// Reference implementation of the network: in f64, one member at a time, weights in the published order.
    fn value(parameters: &[f64], state: State, action: Action) -> f64 {
        let mut rest = parameters;
        let mut layer = |inputs: &[f64], number: usize| -> Vec<f64> {
            let [outputs, width] = LAYERS[number].1;
            assert_eq!(inputs.len(), width);
            let (weights, after) = rest.split_at(outputs * width);
            let (biases, after) = after.split_at(outputs);
            rest = after;
            let sum = |o: usize| -> f64 { (0..width).map(|i| weights[o * width + i] * inputs[i]).sum() };
            (0..outputs).map(|o| sum(o) + biases[o]).collect()
        };
        let open = |values: Vec<f64>| -> Vec<f64> { values.into_iter().map(|v| v.max(0.0)).collect() };
        let code = open(layer(&state.inputs().map(f64::from), 0));
        let code = open(layer(&code, 1));
        let inputs: Vec<f64> =
            [f64::from(action.split), f64::from(action.cover)].into_iter().chain(code).collect();
        let narrow = open(layer(&inputs, 2));
        let wide = open(layer(&narrow, 3));
        layer(&wide, 4)[0]
    }

    fn loss(parameters: &[f64], examples: &[Example; BATCH]) -> f64 {
        let error = |Example { state, action, target }: &Example| {
            (value(parameters, *state, *action) - f64::from(*target)).powi(2)
        };
        examples.iter().map(error).sum::<f64>() / BATCH as f64
    }

    fn sample(seed: u64) -> (Network, [Example; BATCH]) {
        let mut random = Random::new(seed);
        let network = Network::random(&mut random);
        let examples = std::array::from_fn(|_| {
            let state = State {
                tests: random.below(10) as f32,
                groups: random.below(12) as f32,
                uncovered: random.below(2) as f32,
            };
            let action = Action { split: random.unit() as f32 * 3.0, cover: random.unit() as f32 };
            Example { state, action, target: random.unit() as f32 }
        });
        (network, examples)
    }

    #[test]
    fn values_are_those_of_a_second_plain_implementation() {
        let (network, examples) = sample(5);
        let parameters: Vec<f64> = network.parameters().into_iter().map(f64::from).collect();
        for Example { state, action, .. } in examples {
            let expected = value(&parameters, state, action);
            let found = f64::from(Round::new(&network, state).value(action));
            assert!((found - expected).abs() < 1e-5 * (1.0 + expected.abs()), "{found} is not {expected}");
        }
    }

    #[test]
    fn the_loss_is_the_same_in_training_and_in_inference() {
        let (network, examples) = sample(6);
        let (found, _) = gradient(&network, &Batch::new(&examples));
        let error = |Example { state, action, target }: &Example| {
            let error = Round::new(&network, *state).value(*action) - target;
            error * error
        };
        let expected = examples.iter().map(error).fold(0.0, |sum, error| sum + error) / BATCH as f32;
        assert_eq!(found.to_bits(), expected.to_bits());
    }

    /// Compares derivatives with finite differences of the loss, at some of the parameters.
    fn compare(seed: u64, stride: usize) {
        let (network, examples) = sample(seed);
        let (_, slopes) = gradient(&network, &Batch::new(&examples));
        let mut moved: Vec<f64> = network.parameters().into_iter().map(f64::from).collect();
        let slopes = slopes.parameters();
        let largest = slopes.iter().fold(0.0_f32, |max, slope| max.max(slope.abs()));
        assert!(largest > 0.0);
        for at in (seed as usize % stride..slopes.len()).step_by(stride) {
            let (here, step) = (moved[at], 1e-5);
            let mut look = |by: f64| {
                moved[at] = here + by;
                loss(&moved, &examples)
            };
            let expected = (look(step) - look(-step)) / (2.0 * step);
            moved[at] = here;
            let error = (f64::from(slopes[at]) - expected).abs();
            assert!(error < 2e-4 * f64::from(largest), "{at}: {} is not {expected}", slopes[at]);
        }
    }

    #[test]
    fn every_gradient_is_the_slope_of_the_loss() {
        compare(0, 1);
        (1..6).for_each(|seed| compare(seed, 13));
    }
}
