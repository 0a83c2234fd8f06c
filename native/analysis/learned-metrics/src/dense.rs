//! A fully connected layer, for batches of any fixed size.

/* Values of a batch are stored as [inputs × lanes], one lane per member of the batch. Every sum
runs over inputs (forward), outputs (backward) or lanes (gradients) in ascending order, and the
sums of different lanes are independent. The compiler may therefore vectorise over lanes without
changing any sum, and each member gets the same bits as when computed alone. */

/// Values of `N` units for `B` members of a batch.
pub(crate) type Lanes<const N: usize, const B: usize> = [[f32; B]; N];

/// A layer `y = W x + b`. Shape: weights are `[outputs × inputs]`, as in the published weights.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dense<const I: usize, const O: usize> {
    pub(crate) weights: [[f32; I]; O],
    pub(crate) biases: [f32; O],
}

impl<const I: usize, const O: usize> Dense<I, O> {
    pub(crate) const ZERO: Self = Self { weights: [[0.0; I]; O], biases: [0.0; O] };

    pub(crate) fn forward<const B: usize>(&self, inputs: &Lanes<I, B>) -> Lanes<O, B> {
        let mut outputs = [[0.0; B]; O];
        for ((sums, weights), &bias) in outputs.iter_mut().zip(&self.weights).zip(&self.biases) {
            sums.fill(bias);
            for (&weight, lanes) in weights.iter().zip(inputs) {
                add_scaled(sums, weight, lanes);
            }
        }
        outputs
    }

    /// Adds the derivatives of the loss by each weight and bias to `gradient`, given those by each output. Returns the
    /// derivatives by each input.
    pub(crate) fn backward<const B: usize>(
        &self,
        inputs: &Lanes<I, B>,
        of_outputs: &Lanes<O, B>,
        gradient: &mut Self,
    ) -> Lanes<I, B> {
        let mut of_inputs = [[0.0; B]; I];
        for (o, of_output) in of_outputs.iter().enumerate() {
            for (i, lanes) in inputs.iter().enumerate() {
                gradient.weights[o][i] += dot(lanes, of_output);
                add_scaled(&mut of_inputs[i], self.weights[o][i], of_output);
            }
            gradient.biases[o] += of_output.iter().fold(0.0, |sum, x| sum + x);
        }
        of_inputs
    }
}

fn add_scaled<const B: usize>(sums: &mut [f32; B], weight: f32, lanes: &[f32; B]) {
    for (sum, lane) in sums.iter_mut().zip(lanes) {
        *sum += weight * lane;
    }
}

fn dot<const B: usize>(a: &[f32; B], b: &[f32; B]) -> f32 {
    a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b)
}

/// Replaces negative values by 0.
pub(crate) fn relu<const N: usize, const B: usize>(mut values: Lanes<N, B>) -> Lanes<N, B> {
    for value in values.as_flattened_mut() {
        *value = if *value > 0.0 { *value } else { 0.0 };
    }
    values
}

/// Derivatives of the loss by the inputs of a rectifier, given its outputs and the derivatives by them.
pub(crate) fn relu_backward<const N: usize, const B: usize>(
    outputs: &Lanes<N, B>,
    mut of_outputs: Lanes<N, B>,
) -> Lanes<N, B> {
    for (of, output) in of_outputs.as_flattened_mut().iter_mut().zip(outputs.as_flattened()) {
        *of = if *output > 0.0 { *of } else { 0.0 };
    }
    of_outputs
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "small whole numbers")]
mod tests {
    use super::*;

    #[test]
    fn a_layer_is_a_matrix_and_an_offset() {
        let layer = Dense { weights: [[1.0, 2.0], [3.0, -4.0], [0.0, 1.0]], biases: [0.5, 0.0, -1.0] };
        let outputs = layer.forward(&[[1.0, 0.0], [2.0, 1.0]]);
        assert_eq!(outputs, [[5.5, 2.5], [-5.0, -4.0], [1.0, 0.0]]);
        assert_eq!(relu(outputs), [[5.5, 2.5], [0.0, 0.0], [1.0, 0.0]]);
    }

    #[test]
    fn gradients_flow_back_through_weights_and_open_units_only() {
        let layer = Dense { weights: [[1.0, 2.0], [3.0, -4.0]], biases: [0.0; 2] };
        let mut gradient = Dense::ZERO;
        let back = layer.backward(&[[1.0, 5.0], [2.0, 7.0]], &[[1.0, 0.0], [10.0, 1.0]], &mut gradient);
        assert_eq!(back, [[31.0, 3.0], [-38.0, -4.0]]);
        assert_eq!(gradient.weights, [[1.0, 2.0], [15.0, 27.0]]);
        assert_eq!(gradient.biases, [1.0, 11.0]);
        assert_eq!(relu_backward(&[[0.0, 2.0]], [[5.0, 5.0]]), [[0.0, 5.0]]);
    }
}
