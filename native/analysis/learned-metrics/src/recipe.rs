//! RLFDC as a trainable metric, whole or without one of its parts.

use std::fmt;

use faultline_diagnosability::{AnyMetric, DiagnosabilityError};

use crate::ablation::{self, Part};
use crate::{
    Algorithm, Learner, Network, Options, Rlfdc, RlfdcError, Trainable, TrainingFault, linear, train,
};

/// Valid parameters, for help texts.
pub(crate) const PARAMETERS: &str =
    "algorithm=double-dqn|dqn|linear|none and without=split|cover|embedding, separated by a comma";

/// The training recipe of RLFDC.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipe {
    learning: Learning,
    without: Option<Part>,
}

/// Model class and algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Learning {
    /// The network, by deep Q-learning.
    Deep(Algorithm),
    /// A linear function of the inputs, by plain Q-learning.
    Linear,
    /// No training: the initial random network.
    Nothing,
}

impl Default for Learning {
    fn default() -> Self {
        Self::Deep(Algorithm::default())
    }
}

impl fmt::Display for Learning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deep(algorithm) => algorithm.fmt(f),
            Self::Linear => f.write_str("linear"),
            Self::Nothing => f.write_str("none"),
        }
    }
}

impl Learning {
    fn find(name: &str) -> Option<Self> {
        let all = Algorithm::ALL.map(Self::Deep).into_iter().chain([Self::Linear, Self::Nothing]);
        all.into_iter().find(|learning| learning.to_string() == name)
    }
}

impl Recipe {
    /// Parses the parameters after the name, such as `algorithm=dqn`. Errors: unknown parameter or value, a duplicate, or an
    /// ablation without deep Q-learning.
    pub fn find(parameters: &str) -> Result<Self, RlfdcError> {
        let bad = |given: &str| DiagnosabilityError::BadParameter {
            metric: "rlfdc",
            given: given.to_owned(),
            takes: PARAMETERS,
        };
        let (mut learning, mut without) = (None, None);
        for given in parameters.split(',').map(str::trim).filter(|given| !given.is_empty()) {
            let (key, value) = given.split_once('=').ok_or_else(|| bad(given))?;
            let value = value.trim();
            let is_new = match key.trim() {
                "algorithm" => learning.replace(Learning::find(value).ok_or_else(|| bad(given))?).is_none(),
                "without" => without.replace(Part::find(value).ok_or_else(|| bad(given))?).is_none(),
                _ => false,
            };
            if !is_new {
                return Err(bad(given).into());
            }
        }
        let recipe = Self { learning: learning.unwrap_or_default(), without };
        match recipe {
            Self { learning: Learning::Linear | Learning::Nothing, without: Some(_) } => {
                Err(bad(parameters).into())
            }
            _ => Ok(recipe),
        }
    }

    fn network(&self, faults: &[TrainingFault<'_>], seed: u64) -> Result<Network, RlfdcError> {
        let options = |algorithm| Options { algorithm, seed, ..Options::default() };
        match (self.learning, self.without) {
            (Learning::Nothing, _) => Ok(Learner::new(&options(Algorithm::default())).network().clone()),
            (Learning::Linear, _) => linear::train(faults, &options(Algorithm::default())),
            (Learning::Deep(algorithm), Some(part)) => ablation::train(faults, &options(algorithm), part),
            (Learning::Deep(algorithm), None) => {
                let silent = &mut |_: &crate::Progress<'_>| std::ops::ControlFlow::Continue(());
                Ok(train(faults, &options(algorithm), silent)?.model.network().clone())
            }
        }
    }
}

impl Trainable for Recipe {
    fn name(&self) -> String {
        let learning = (self.learning != Learning::default()).then(|| format!("algorithm={}", self.learning));
        let without = self.without.map(|part| format!("without={}", part.name()));
        let given: Vec<String> = learning.into_iter().chain(without).collect();
        if given.is_empty() { "rlfdc".into() } else { format!("rlfdc:{}", given.join(",")) }
    }

    fn train(&self, faults: &[TrainingFault<'_>], seed: u64) -> Result<AnyMetric, RlfdcError> {
        let network = self.network(faults, seed)?;
        Ok(AnyMetric::new(Rlfdc::named(&network, &format!("{} #{seed}", self.name()))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_are_called_by_what_is_not_the_default() {
        let names = [
            "rlfdc",
            "rlfdc:algorithm=dqn",
            "rlfdc:algorithm=linear",
            "rlfdc:algorithm=none",
            "rlfdc:without=split",
            "rlfdc:algorithm=dqn,without=embedding",
        ];
        for name in names {
            let parameters = name.strip_prefix("rlfdc").unwrap().trim_start_matches(':');
            assert_eq!(Recipe::find(parameters).unwrap().name(), name);
        }
        assert_eq!(
            Recipe::find(" without = cover, algorithm=double-dqn ").unwrap().name(),
            "rlfdc:without=cover"
        );
    }

    #[test]
    fn what_is_no_recipe_is_refused() {
        let wrong = [
            "dqn",
            "algorithm=sarsa",
            "without=reward",
            "seed=1",
            "algorithm=dqn,algorithm=dqn",
            "algorithm=linear,without=split",
        ];
        for parameters in wrong {
            let message = Recipe::find(parameters).unwrap_err().to_string();
            assert!(message.contains("cannot be given") && message.contains("algorithm="), "{message}");
        }
    }
}
