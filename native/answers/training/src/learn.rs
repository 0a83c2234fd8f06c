//! Training with validation on held-out faults.

use std::ops::ControlFlow;

use faultline_diagnosability::AnyMetric;
use faultline_evaluation::{Fault, Figures, Measure, Outcomes, Plan, evaluate};
use faultline_learned_metrics::{Network, Observer, Options, Progress, Rlfdc, RlfdcError, Trained, Trainer};
use faultline_sbfl::{RankingSpec, Ties};

use crate::course::{Course, training_fault};

/// Maximum number of validations.
const TRIALS: usize = 20;

/// Faults for validation. Networks are judged by the ranking that rewards training: Ochiai of the best line,
/// ties at their last rank.
#[derive(Debug)]
pub struct Trial {
    faults: Vec<Fault>,
    tests: usize,
}

impl Trial {
    /// Creates a validation on faults of a course with `tests` chosen tests; `None` without faults.
    pub fn new(course: &Course, lessons: &[usize], tests: usize) -> Option<Self> {
        let faults: Vec<Fault> = lessons.iter().map(|&lesson| course.fault(lesson).into_owned()).collect();
        (!faults.is_empty()).then_some(Self { faults, tests })
    }

    /// Number of faults.
    pub fn faults(&self) -> usize {
        self.faults.len()
    }

    /// The figures of each fault after 0, 1, ... tests that the metric chose. Threads: rayon's.
    pub fn curves(&self, metric: AnyMetric) -> Vec<Vec<Figures>> {
        let ranking: RankingSpec = "ochiai".parse().expect("a ranking of the registry");
        let plan = Plan {
            metrics: vec![metric],
            rankings: vec![ranking],
            tests: self.tests,
            oracle: false,
            lines: false,
        };
        let curve = |mut outcomes: Outcomes| outcomes.metrics.swap_remove(0).swap_remove(0);
        evaluate(&self.faults, &plan, &|_| {}).into_iter().map(curve).collect()
    }

    /// mAP after all tests.
    pub fn precision(&self, metric: AnyMetric) -> f64 {
        let last = self.curves(metric).into_iter().filter_map(|curve| curve.last().copied());
        Figures::mean(last).get(Measure::Ap(Ties::Max))
    }

    /// mAP of a network's metric.
    pub fn of_network(&self, network: &Network) -> f64 {
        self.precision(AnyMetric::new(Rlfdc::new(network)))
    }
}

/// The state of training after a fault.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Number of faults so far.
    pub faults: usize,
    /// Name of the last fault.
    pub fault: String,
    /// Number of learning steps so far.
    pub learned: usize,
    /// Mean loss of the fault's episodes.
    pub loss: f32,
    /// Mean final reward of the fault's episodes.
    pub reward: f32,
    /// mAP on the held-out faults, if measured.
    pub held_out: Option<f64>,
}

/// Trains on lessons of a course and keeps the best network by validation, or the last one without
/// validation. `watch` receives the progress after each episode and can stop training.
/// Errors: as [`Trainer::study`].
pub fn learn(
    course: &Course,
    lessons: &[usize],
    trial: Option<&Trial>,
    options: &Options,
    watch: &mut dyn FnMut(&Progress<'_>, &[Point]) -> ControlFlow<()>,
) -> Result<(Trained, Vec<Point>), RlfdcError> {
    let mut pupil =
        Pupil { trial, every: lessons.len().div_ceil(TRIALS), points: Vec::new(), rewards: 0.0, watch };
    let mut trainer = Trainer::new(options, lessons.len())?;
    for (at, &lesson) in lessons.iter().enumerate() {
        let fault = course.fault(lesson);
        // Always validate the last network.
        let is_last = at + 1 == lessons.len();
        pupil.every = if is_last { 1 } else { pupil.every };
        if trainer.study(&training_fault(&fault), &mut pupil)?.is_break() {
            break;
        }
    }
    let points = pupil.points;
    Ok((trainer.finish()?, points))
}

/// Validates networks and records measurements.
struct Pupil<'a> {
    trial: Option<&'a Trial>,
    /// Number of faults between validations.
    every: usize,
    points: Vec<Point>,
    /// Sum of rewards for the current fault.
    rewards: f32,
    watch: &'a mut dyn FnMut(&Progress<'_>, &[Point]) -> ControlFlow<()>,
}

impl Observer for Pupil<'_> {
    fn validate(&mut self, network: &Network) -> Option<f64> {
        let fault = self.points.len() + 1;
        self.trial.filter(|_| fault.is_multiple_of(self.every)).map(|trial| trial.of_network(network))
    }

    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        self.rewards += progress.reward;
        if progress.epoch == progress.epochs {
            self.points.push(Point {
                faults: progress.number,
                fault: progress.fault.to_owned(),
                learned: progress.learned,
                loss: progress.loss,
                reward: self.rewards / progress.epochs as f32,
                held_out: progress.validation,
            });
            self.rewards = 0.0;
        }
        (self.watch)(progress, &self.points)
    }
}
