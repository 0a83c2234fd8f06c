//! Ablations of RLFDC: training without one of its parts.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::network::CODE;
use crate::{
    Action, BATCH, Backend, Environment, Example, Learner, Network, Options, Plain, Progress, RlfdcError,
    SelectionTask, Side, State, TrainingFault, train_with,
};

/// A part that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The input `split`; always 0.
    Split,
    /// The input `cover`; always 0.
    Cover,
    /// The encoder; the critic gets the raw state.
    Embedding,
}

impl Part {
    const ALL: [Self; 3] = [Self::Split, Self::Cover, Self::Embedding];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Split => "split",
            Self::Cover => "cover",
            Self::Embedding => "embedding",
        }
    }

    pub(crate) fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.name() == name)
    }
}

/// Trains a network without one part. Errors: as [`crate::train`].
pub(crate) fn train(
    faults: &[TrainingFault<'_>],
    options: &Options,
    part: Part,
) -> Result<Network, RlfdcError> {
    match part {
        Part::Embedding => {
            let raw = |network| RawState::new(network, options.rate);
            let silent = &mut |_: &Progress<'_>| ControlFlow::Continue(());
            Ok(train_with(faults, options, raw, silent)?.model.network().clone())
        }
        Part::Split | Part::Cover => blindly(faults, options, part),
    }
}

/// Trains a network with one input hidden.
fn blindly(faults: &[TrainingFault<'_>], options: &Options, part: Part) -> Result<Network, RlfdcError> {
    if faults.is_empty() {
        return Err(RlfdcError::NoFault);
    }
    let mut learner = Learner::new(options);
    for fault in faults {
        let mut task = Blind { task: SelectionTask::new(fault)?, part };
        learner.forget();
        for _ in 0..options.epochs {
            learner.episode(&mut task);
        }
        if !learner.network().is_bounded() {
            return Err(RlfdcError::Diverged { fault: fault.name.to_owned(), learned: learner.learned() });
        }
    }
    Ok(ignoring(learner.network().clone(), part))
}

/// A network without an encoder: the critic gets the raw state, padded with zeros.
///
/// Adam updates each weight from its own gradients only, so an encoder that is reset after each step does not affect
/// learning.
struct RawState(Plain);

impl RawState {
    fn new(network: Network, rate: f64) -> Self {
        let mut network = network;
        network.encoder.pass_through();
        Self(Plain::new(network, rate))
    }
}

impl Backend for RawState {
    fn values(&mut self, side: Side, states: &[(State, &[Action])], values: &mut Vec<f32>) {
        self.0.values(side, states, values);
    }

    fn learn(&mut self, examples: &[Example; BATCH]) -> f32 {
        let loss = self.0.learn(examples);
        self.0.network_mut().encoder.pass_through();
        loss
    }

    fn copy_target(&mut self) {
        self.0.copy_target();
    }

    fn network(&self) -> &Network {
        self.0.network()
    }
}

/// The same network with the hidden input's weights set to ignore it, because the metric receives that input.
fn ignoring(mut network: Network, part: Part) -> Network {
    let input = match part {
        Part::Split => CODE,
        Part::Cover => CODE + 1,
        Part::Embedding => return network,
    };
    for weights in &mut network.critic.first.weights {
        weights[input] = 0.0;
    }
    network
}

/// A task with one input hidden.
struct Blind<'a> {
    task: SelectionTask<'a>,
    part: Part,
}

impl Environment for Blind<'_> {
    fn reset(&mut self) {
        self.task.reset();
    }

    fn state(&self) -> State {
        self.task.state()
    }

    fn actions(&mut self) -> Arc<[Action]> {
        let all = self.task.actions();
        match self.part {
            Part::Split => all.iter().map(|action| Action { split: 0.0, ..*action }).collect(),
            Part::Cover => all.iter().map(|action| Action { cover: 0.0, ..*action }).collect(),
            Part::Embedding => all,
        }
    }

    fn take(&mut self, place: usize) -> f32 {
        self.task.take(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, Round};

    #[test]
    fn an_input_that_is_left_out_changes_no_value() {
        let network = Network::random(&mut Random::new(4));
        let value = |network: &Network, split, cover| {
            let state = State { tests: 1.0, groups: 5.0, uncovered: 0.0 };
            Round::new(network, state).value(Action { split, cover }).to_bits()
        };
        let [blind_to_split, blind_to_cover] =
            [Part::Split, Part::Cover].map(|part| ignoring(network.clone(), part));
        assert_eq!(value(&blind_to_split, 3.0, 0.5), value(&network, 0.0, 0.5));
        assert_eq!(value(&blind_to_cover, 3.0, 0.5), value(&network, 3.0, 0.0));
        assert_ne!(value(&blind_to_split, 3.0, 0.5), value(&blind_to_split, 3.0, 0.9));
        assert_ne!(value(&blind_to_cover, 3.0, 0.5), value(&blind_to_cover, 2.0, 0.5));
    }

    #[test]
    fn without_an_encoder_the_critic_learns_from_the_raw_state() {
        let mut raw = RawState::new(Network::random(&mut Random::new(4)), 0.01);
        let before = raw.network().clone();
        let state = State { tests: 3.0, groups: 14.0, uncovered: 0.0 };
        let code = before.encode(state);
        assert_eq!(code[..3], [3.0, 14.0, 0.0]);
        assert!(code[3..].iter().all(|unit| unit.to_bits() == 0));
        let action = Action { split: 1.0, cover: 0.5 };
        raw.learn(&[Example { state, action, target: 1.0 }; BATCH]);
        assert_eq!(raw.network().encoder, before.encoder);
        assert_ne!(raw.network().critic, before.critic);
    }
}
