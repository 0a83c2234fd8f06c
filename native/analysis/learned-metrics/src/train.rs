//! Training a network on faults.

use std::ops::ControlFlow;

use crate::model::{Card, Training};
use crate::{
    Backend, Digest, EpisodeReport, Learner, Model, Network, Options, Plain, RlfdcError, SelectionTask,
    TrainingFault,
};

/// Training progress, reported after each episode.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Name of the current fault.
    pub fault: &'a str,
    /// Number of the fault, from 1.
    pub number: usize,
    /// Number of faults.
    pub faults: usize,
    /// Number of the fault's episode, from 1.
    pub epoch: usize,
    /// Episodes per fault.
    pub epochs: usize,
    /// Learning steps so far.
    pub learned: usize,
    /// Mean loss of this fault's episodes so far; 0 before the first learning step.
    pub loss: f32,
    /// The reward at the end of the episode.
    pub reward: f32,
    /// Result of the observer's validation, after the last episode of a fault.
    pub validation: Option<f64>,
}

/// Observer of training. A closure that takes the progress is an observer without validation.
pub trait Observer {
    /// Scores the network on faults that it does not learn from; larger is better. Called after each fault; training keeps
    /// the best network. An observer that always returns `None` gets the last network, as published.
    fn validate(&mut self, _network: &Network) -> Option<f64> {
        None
    }

    /// Receives progress; a break stops training early.
    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<()>;
}

impl<F: FnMut(&Progress<'_>) -> ControlFlow<()>> Observer for F {
    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        self(progress)
    }
}

/// Result of training.
#[derive(Clone, Debug, PartialEq)]
pub struct Trained {
    /// The best network, or the last one, with its training details.
    pub model: Model,
    /// Whether the observer stopped training early.
    pub stopped: bool,
    /// Validation of the kept network.
    pub validation: Option<f64>,
}

/// Trains one network on the faults, in the given order.
///
/// A seed gives the same model, bit by bit. After a break the best network so far is kept: the best validated one, or the
/// last one without validation. Errors: no fault, an unusable fault, invalid options, or diverging weights. Cost: about a
/// millisecond an episode at 300 tests; one thread. Source: Zhuo et al., TOSEM, algorithm 1.
pub fn train(
    faults: &[TrainingFault<'_>],
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Trained, RlfdcError> {
    train_with(faults, options, |network| Plain::new(network, options.rate), observer)
}

/// Trains as [`train`] does, in a backend that the closure makes from the fresh network. Reproducibility depends on the
/// backend. Errors: as [`train`].
pub fn train_with<B: Backend>(
    faults: &[TrainingFault<'_>],
    options: &Options,
    backend: impl FnOnce(Network) -> B,
    observer: &mut dyn Observer,
) -> Result<Trained, RlfdcError> {
    let mut trainer = Trainer::with_backend(options, faults.len(), backend)?;
    for fault in faults {
        if trainer.study(fault, observer)?.is_break() {
            break;
        }
    }
    trainer.finish()
}

/// Trains on one fault at a time, so that only one needs to be in memory; [`train`] loops over it.
#[derive(Clone, Debug)]
pub struct Trainer<B = Plain> {
    options: Options,
    learner: Learner<B>,
    best: Option<(f64, Network)>,
    data: Digest,
    faults: usize,
    studied: usize,
    stopped: bool,
}

impl Trainer {
    /// A trainer with a fresh network. `faults` is the expected number of faults, for progress reports. Errors: invalid
    /// options.
    pub fn new(options: &Options, faults: usize) -> Result<Self, RlfdcError> {
        Self::with_backend(options, faults, |network| Plain::new(network, options.rate))
    }
}

impl<B: Backend> Trainer<B> {
    /// A trainer as [`Trainer::new`], with a backend: see [`train_with`].
    pub fn with_backend(
        options: &Options,
        faults: usize,
        backend: impl FnOnce(Network) -> B,
    ) -> Result<Self, RlfdcError> {
        if let Some(reason) = options.obstacle() {
            return Err(RlfdcError::BadOptions { reason });
        }
        Ok(Self {
            options: options.clone(),
            learner: Learner::with_backend(options, backend),
            best: None,
            data: Digest::default(),
            faults,
            studied: 0,
            stopped: false,
        })
    }

    /// The current network.
    pub fn network(&self) -> &Network {
        self.learner.network()
    }

    /// Learns from one fault; returns a break if the observer stops training. Errors: an unusable fault, or diverging
    /// weights.
    pub fn study(
        &mut self,
        fault: &TrainingFault<'_>,
        observer: &mut dyn Observer,
    ) -> Result<ControlFlow<()>, RlfdcError> {
        let mut task = SelectionTask::new(fault)?;
        fault.digest(&mut self.data);
        self.studied += 1;
        self.learner.forget();
        let (mut losses, mut episodes) = (0.0, 0);
        for epoch in 1..=self.options.epochs {
            let EpisodeReport { reward, loss } = self.learner.episode(&mut task);
            losses += loss.unwrap_or(0.0);
            episodes += usize::from(loss.is_some());
            let learned = self.learner.learned();
            if !self.network().is_bounded() {
                return Err(RlfdcError::Diverged { fault: fault.name.to_owned(), learned });
            }
            let validation =
                if epoch == self.options.epochs { observer.validate(self.network()) } else { None };
            self.keep(validation);
            let progress = Progress {
                fault: fault.name,
                number: self.studied,
                faults: self.faults,
                epoch,
                epochs: self.options.epochs,
                learned,
                loss: losses / episodes.max(1) as f32,
                reward,
                validation,
            };
            if observer.progress(&progress).is_break() {
                self.stopped = true;
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    // Keep the later of equal networks: it has seen more faults.
    fn keep(&mut self, validation: Option<f64>) {
        if let Some(value) =
            validation.filter(|value| self.best.as_ref().is_none_or(|(known, _)| value >= known))
        {
            self.best = Some((value, self.learner.network().clone()));
        }
    }

    /// The model of the best network so far; its card counts the studied faults, including a partly studied last one.
    /// Errors: there was no fault.
    pub fn finish(self) -> Result<Trained, RlfdcError> {
        if self.studied == 0 {
            return Err(RlfdcError::NoFault);
        }
        let Self { options, learner, best, data, studied, stopped, .. } = self;
        let (validation, network) = match best {
            Some((value, network)) => (Some(value), network),
            None => (None, learner.network().clone()),
        };
        let training = Training::new(&options, studied, data, learner.learned(), stopped);
        let card = Card { date: options.date, training: Some(training), ..Card::default() };
        Ok(Trained { model: Model::new(network, card), stopped, validation })
    }
}
