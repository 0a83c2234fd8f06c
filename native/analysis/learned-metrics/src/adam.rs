//! The Adam optimiser.

use crate::Network;

/// Decay rate of the mean gradient.
const MEAN: f64 = 0.9;
/// Decay rate of the mean squared gradient.
const SQUARE: f64 = 0.999;
/// Added to the divisor to avoid division by zero.
const EPSILON: f32 = 1e-8;

/// Adam with its usual constants, in the operation order of `torch`.
/// Source: Kingma, Ba, Adam: a method for stochastic optimization, ICLR 2015, algorithm 1.
#[derive(Clone, Debug)]
pub(crate) struct Adam {
    rate: f64,
    /// MEAN and SQUARE to the power of the number of steps, computed by multiplication because `pow` differs between C
    /// libraries.
    powers: [f64; 2],
    means: Network,
    squares: Network,
}

impl Adam {
    pub(crate) fn new(rate: f64) -> Self {
        Self { rate, powers: [1.0; 2], means: Network::ZERO, squares: Network::ZERO }
    }

    /// Moves the network's weights against the gradient.
    pub(crate) fn step(&mut self, network: &mut Network, gradient: &Network) {
        self.powers = [self.powers[0] * MEAN, self.powers[1] * SQUARE];
        let rate = (self.rate / (1.0 - self.powers[0])) as f32;
        let scale = (1.0 - self.powers[1]).sqrt() as f32;
        let moments = self.means.slices_mut().into_iter().zip(self.squares.slices_mut());
        let moved = network.slices_mut().into_iter().zip(gradient.slices());
        for ((means, squares), (weights, slopes)) in moments.zip(moved) {
            let moments = means.iter_mut().zip(squares);
            for ((mean, square), (weight, slope)) in moments.zip(weights.iter_mut().zip(slopes)) {
                *mean = *mean * MEAN as f32 + slope * (1.0 - MEAN) as f32;
                *square = *square * SQUARE as f32 + slope * slope * (1.0 - SQUARE) as f32;
                *weight -= rate * (*mean / (square.sqrt() / scale + EPSILON));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn steps_are_those_of_the_algorithm_as_it_is_printed() {
        let mut random = Random::new(11);
        let mut network = Network::random(&mut random);
        let gradients: Vec<Network> = (0..30).map(|_| Network::random(&mut random)).collect();
        let (mut weight, mut mean, mut square) = (f64::from(network.critic.second.weights[3][5]), 0.0, 0.0);
        let mut adam = Adam::new(0.001);
        for (t, gradient) in (1..).zip(&gradients) {
            adam.step(&mut network, gradient);
            let slope = f64::from(gradient.critic.second.weights[3][5]);
            mean = 0.9 * mean + 0.1 * slope;
            square = 0.999 * square + 0.001 * slope * slope;
            let (mean, square) = (mean / (1.0 - 0.9_f64.powi(t)), square / (1.0 - 0.999_f64.powi(t)));
            weight -= 0.001 * mean / (square.sqrt() + 1e-8);
            let found = f64::from(network.critic.second.weights[3][5]);
            assert!((found - weight).abs() < 1e-6, "{found} is not {weight} after {t} steps");
        }
    }
}
