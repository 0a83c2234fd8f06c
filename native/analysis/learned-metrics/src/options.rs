//! Training options.

use std::fmt;
use std::str::FromStr;

/// Estimator of the value of the next state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// The target critic's largest value, as in the published code.
    /// Source: Mnih et al., Human-level control through deep reinforcement learning, 2015.
    Dqn,
    /// The target critic's value of the online critic's best action, as in the paper. Source: van Hasselt et al., Deep
    /// reinforcement learning with double Q-learning, 2016.
    #[default]
    DoubleDqn,
    /// The online critic's largest value: one network without a target copy, the paper's ablation with regular Q-learning.
    /// Source: Watkins, Dayan, Q-learning, 1992.
    Q,
}

impl Algorithm {
    /// Every algorithm, the default first.
    pub const ALL: [Self; 3] = [Self::DoubleDqn, Self::Dqn, Self::Q];

    /// Lower-case name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dqn => "dqn",
            Self::DoubleDqn => "double-dqn",
            Self::Q => "q",
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|algorithm| algorithm.name() == name);
        found.ok_or_else(|| format!("unknown algorithm '{name}'; there are double-dqn, dqn, q"))
    }
}

/// Training options; the defaults are the published values.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Estimator of the value of the next state.
    pub algorithm: Algorithm,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Episodes per fault.
    pub epochs: usize,
    /// Tests selected in an episode.
    pub steps: usize,
    /// Capacity of the replay memory; learning starts when it is full.
    pub memory: usize,
    /// Transitions per learning step.
    pub learn_every: usize,
    /// Learning steps per copy of the target critic.
    pub copy_every: usize,
    /// Share of selections that are random.
    pub epsilon: f64,
    /// Discount factor of the next reward.
    pub discount: f32,
    /// Adam's learning rate.
    pub rate: f64,
    /// Training date to store in the model. The library reads no clock, so that the same training gives the same file.
    pub date: String,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::DoubleDqn,
            seed: 1,
            epochs: 30,
            steps: 10,
            memory: 100,
            learn_every: 5,
            copy_every: 20,
            epsilon: 0.1,
            discount: 0.9,
            rate: 0.001,
            date: String::new(),
        }
    }
}

impl Options {
    /// Why these options are invalid; `None` if they are valid.
    pub(crate) fn obstacle(&self) -> Option<&'static str> {
        let counts = [self.epochs, self.steps, self.memory, self.learn_every, self.copy_every];
        if counts.contains(&0) {
            Some("every number of epochs, steps, transitions and learning steps is at least 1")
        } else if !(0.0..=1.0).contains(&self.epsilon) || !(0.0..=1.0).contains(&self.discount) {
            Some("epsilon and discount are from 0 to 1")
        } else if !(self.rate > 0.0 && self.rate.is_finite()) {
            Some("the learning rate is a number above 0")
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn algorithms_are_found_by_their_names() {
        for algorithm in Algorithm::ALL {
            assert_eq!(algorithm.name().parse(), Ok(algorithm));
        }
        assert!("sarsa".parse::<Algorithm>().unwrap_err().contains("double-dqn, dqn, q"));
    }

    #[test]
    fn options_that_make_no_sense_are_refused() {
        let none = Options::default();
        assert_eq!(none.obstacle(), None);
        let wrong = [
            Options { steps: 0, ..none.clone() },
            Options { memory: 0, ..none.clone() },
            Options { epsilon: 1.5, ..none.clone() },
            Options { discount: f32::NAN, ..none.clone() },
            Options { rate: 0.0, ..none.clone() },
        ];
        assert!(wrong.iter().all(|options| options.obstacle().is_some()));
    }
}
