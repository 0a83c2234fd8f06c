//! Metrics that are trained during the evaluation, on other faults than they are judged on.

use std::fmt;

use faultline_diagnosability::AnyMetric;
use rayon::prelude::*;

use crate::protocol::of_fault;
use crate::{Curve, EvaluationError, Fault, Figures, Outcomes, Part, Plan};

/// Learns a metric from faults. The seed is the only source of randomness.
pub trait Learner: Sync {
    /// Name of the learned metric, for reports.
    fn name(&self) -> String;

    /// Learns from faults, in the given order. Errors: a sentence.
    fn learn(&self, faults: &[&Fault], seed: u64) -> Result<AnyMetric, String>;
}

/// The results of a learned metric on one fault.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// Curves by seed and ranking.
    pub seeds: Vec<Vec<Curve>>,
    /// For each ranking, the mean over the seeds.
    pub mean: Vec<Curve>,
}

/// The learners, their training sets and numbers of repetitions.
#[derive(Clone, Copy)]
pub struct Training<'a> {
    /// The learners.
    pub learners: &'a [&'a dyn Learner],
    /// The parts; each evaluated fault is judged in exactly one of them.
    pub parts: &'a [Part],
    /// The number of metrics that each learner learns for each part, with seeds 1, 2, and so on.
    pub seeds: usize,
}

/// Progress of a long evaluation.
#[derive(Clone, Copy, Debug)]
pub enum Stage<'a> {
    /// A metric has been learned.
    Learned {
        /// The number learned so far.
        done: usize,
        /// The total number.
        total: usize,
    },
    /// A fault has been judged.
    Judged(&'a Fault),
}

/// Evaluates a plan with additional learned metrics: one for each part, learner and seed, which then judges
/// the faults of the part.
///
/// Errors: a metric could not be learned; always the first one, regardless of scheduling. Panics: a fault is
/// judged in no part or in several, or a part judges what it learned from. The result does not depend on the
/// number of threads. Threads: rayon's.
pub fn evaluate_learned(
    faults: &[Fault],
    plan: &Plan,
    training: &Training<'_>,
    progress: &(dyn Fn(Stage<'_>) + Sync),
) -> Result<Vec<Outcomes>, EvaluationError> {
    let part_of = part_of(faults.len(), training.parts);
    let metrics = learn(faults, training, progress)?;
    let of_part = training.learners.len() * training.seeds;
    let judge = |(number, fault): (usize, &Fault)| {
        let learned = &metrics[part_of[number] * of_part..][..of_part];
        let all: Vec<AnyMetric> = plan.metrics.iter().chain(learned).cloned().collect();
        let mut outcomes = of_fault(fault, plan, &all);
        let mut curves = outcomes.metrics.split_off(plan.metrics.len()).into_iter();
        let of_learner = || curves.by_ref().take(training.seeds).collect();
        outcomes.learned =
            std::iter::repeat_with(of_learner).take(training.learners.len()).map(Learned::of).collect();
        progress(Stage::Judged(fault));
        outcomes
    };
    Ok(faults.par_iter().enumerate().map(judge).collect())
}

/// The part that judges each fault.
fn part_of(faults: usize, parts: &[Part]) -> Vec<usize> {
    let mut part_of = vec![None; faults];
    for (number, part) in parts.iter().enumerate() {
        for &fault in &part.judged {
            assert!(!part.seen.contains(&fault), "{} learns from what it judges", part.name);
            assert!(part_of[fault].replace(number).is_none(), "a fault is judged once");
        }
    }
    part_of.into_iter().map(|part| part.expect("a fault is judged")).collect()
}

/// The learned metrics: by part, then learner, then seed.
fn learn(
    faults: &[Fault],
    training: &Training<'_>,
    progress: &(dyn Fn(Stage<'_>) + Sync),
) -> Result<Vec<AnyMetric>, EvaluationError> {
    let Training { learners, parts, seeds } = training;
    let total = parts.len() * learners.len() * seeds;
    let done = std::sync::atomic::AtomicUsize::new(0);
    let one = |number: usize| {
        let part = &parts[number / (learners.len() * seeds)];
        let learner = learners[number / seeds % learners.len()];
        let seen: Vec<&Fault> = part.seen.iter().map(|&fault| &faults[fault]).collect();
        let seed = (number % seeds) as u64 + 1;
        let metric = learner.learn(&seen, seed).map_err(|what| EvaluationError::Learning {
            metric: learner.name(),
            part: part.name.clone(),
            seed,
            what,
        });
        let done = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
        progress(Stage::Learned { done, total });
        metric
    };
    // Learn all of them before returning the first error, so that it is always the same one.
    let metrics: Vec<Result<AnyMetric, EvaluationError>> = (0..total).into_par_iter().map(one).collect();
    metrics.into_iter().collect()
}

impl Learned {
    fn of(seeds: Vec<Vec<Curve>>) -> Self {
        let rankings = seeds.first().map_or(0, Vec::len);
        let mean = |ranking: usize| {
            let steps = seeds[0][ranking].len();
            let step = |step: usize| Figures::mean(seeds.iter().map(|seed| seed[ranking][step]));
            (0..steps).map(step).collect()
        };
        Self { mean: (0..rankings).map(mean).collect(), seeds }
    }
}

impl fmt::Debug for Training<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let learners: Vec<String> = self.learners.iter().map(|learner| learner.name()).collect();
        f.debug_struct("Training")
            .field("learners", &learners)
            .field("parts", &self.parts)
            .field("seeds", &self.seeds)
            .finish()
    }
}
