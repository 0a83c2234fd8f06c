//! Training a network on faults.

use std::ops::ControlFlow;

use crate::model::{Card, Training};
use crate::{
    Backend, Digest, EpisodeReport, Learner, Model, Network, Options, Plain, RlfdcError, SelectionTask,
    TrainingFault,
};

/// Where training stands, told after every episode.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The fault that is learned from.
    pub fault: &'a str,
    /// Its number, from 1.
    pub number: usize,
    /// How many there are.
    pub faults: usize,
    /// The episode of this fault, from 1.
    pub epoch: usize,
    /// How many there are for each.
    pub epochs: usize,
    /// Learning steps so far.
    pub learned: usize,
    /// The mean loss of this fault's episodes that learned, 0 before the first.
    pub loss: f32,
    /// The reward at the end of the episode.
    pub reward: f32,
    /// What the observer's validation gave, after the last episode of a fault.
    pub validation: Option<f64>,
}

/// Watches training. A closure that takes the progress is an observer without validation.
pub trait Observer {
    /// How good the network is, larger is better: on faults that it does not learn from. The
    /// best network is the one that is kept. Asked after each fault; an observer that always
    /// answers `None` gets the last network, as published.
    fn validate(&mut self, _network: &Network) -> Option<f64> {
        None
    }

    /// Takes note; a break ends the training early.
    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<()>;
}

impl<F: FnMut(&Progress<'_>) -> ControlFlow<()>> Observer for F {
    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        self(progress)
    }
}

/// What training gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Trained {
    /// The best network that was seen, or the last one, with how it came about.
    pub model: Model,
    /// Whether the observer ended the training early.
    pub stopped: bool,
    /// The validation of the network that was kept.
    pub validation: Option<f64>,
}

/// Trains one network on the faults, one after the other in the given order.
///
/// One seed gives one model, bit by bit. After a break the best network so far is kept: the
/// best validated one, or without validation the last one.
/// Errors: there is no fault, one of them is unusable, options make no sense, the weights
/// grow without bound. Cost: about a millisecond an episode at 300 tests; one thread.
/// Source: Zhuo et al., TOSEM, algorithm 1.
pub fn train(
    faults: &[TrainingFault<'_>],
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Trained, RlfdcError> {
    train_with(faults, options, |network| Plain::new(network, options.rate), observer)
}

/// Trains as [`train`] does, where and how the backend computes: given the fresh network, the
/// closure makes it. Whether one seed gives one model is up to the backend.
/// Errors: as [`train`].
pub fn train_with<B: Backend>(
    faults: &[TrainingFault<'_>],
    options: &Options,
    backend: impl FnOnce(Network) -> B,
    observer: &mut dyn Observer,
) -> Result<Trained, RlfdcError> {
    if let Some(reason) = options.obstacle() {
        return Err(RlfdcError::BadOptions { reason });
    }
    if faults.is_empty() {
        return Err(RlfdcError::NoFault);
    }
    let mut learner = Learner::with_backend(options, backend);
    let mut best: Option<(f64, Network)> = None;
    let mut stopped = false;
    for number in 1..=faults.len() {
        stopped = study(&mut learner, faults, number, options, observer, &mut best)?.is_break();
        if stopped {
            break;
        }
    }
    let (validation, network) = match best {
        Some((value, network)) => (Some(value), network),
        None => (None, learner.network().clone()),
    };
    let mut data = Digest::default();
    for fault in faults {
        fault.digest(&mut data);
    }
    let training = Training::new(options, faults.len(), data, learner.learned(), stopped);
    let card = Card { date: options.date.clone(), training: Some(training), ..Card::default() };
    Ok(Trained { model: Model::new(network, card), stopped, validation })
}

/// Learns from one fault; a break when the observer wants no more.
fn study<B: Backend>(
    learner: &mut Learner<B>,
    faults: &[TrainingFault<'_>],
    number: usize,
    options: &Options,
    observer: &mut dyn Observer,
    best: &mut Option<(f64, Network)>,
) -> Result<ControlFlow<()>, RlfdcError> {
    let fault = &faults[number - 1];
    let mut task = SelectionTask::new(fault)?;
    learner.forget();
    let (mut losses, mut episodes) = (0.0, 0);
    for epoch in 1..=options.epochs {
        let EpisodeReport { reward, loss } = learner.episode(&mut task);
        losses += loss.unwrap_or(0.0);
        episodes += usize::from(loss.is_some());
        if !learner.network().is_bounded() {
            return Err(RlfdcError::Diverged { fault: fault.name.to_owned(), learned: learner.learned() });
        }
        let is_last = epoch == options.epochs;
        let validation = if is_last { observer.validate(learner.network()) } else { None };
        // Of equal ones the later has seen more faults.
        if let Some(value) = validation.filter(|value| best.as_ref().is_none_or(|(known, _)| value >= known))
        {
            *best = Some((value, learner.network().clone()));
        }
        let go_on = observer.progress(&Progress {
            fault: fault.name,
            number,
            faults: faults.len(),
            epoch,
            epochs: options.epochs,
            learned: learner.learned(),
            loss: losses / episodes.max(1) as f32,
            reward,
            validation,
        });
        if go_on.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}
