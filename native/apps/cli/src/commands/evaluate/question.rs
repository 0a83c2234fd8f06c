//! Validates an evaluation's options before any fault is read.

use std::sync::Arc;

use faultline_diagnosability::AnyMetric;
use faultline_evaluation::{
    EvaluationError, Fault, Learner, Measure, Part, Plan, Training, Way, across, folds, with_labelled,
};
use faultline_learned_metrics::{Trainable, TrainingFault};
use faultline_messages::failure::Failure;
use faultline_named_metrics as metrics;
use faultline_sbfl::RankingSpec;
use faultline_training::course::training_fault;

use crate::given::ranking::spec;

use super::options::{EvaluateLevel, EvaluateOptions};

/// Default number of trainings per metric.
const SEEDS: u32 = 10;

/// A validated evaluation.
pub struct Question {
    /// Existing metrics, rankings, number of tests.
    pub plan: Plan,
    /// Metrics to learn during the evaluation.
    learned: Vec<Learned>,
    /// Both kinds of metrics in the order given.
    pub order: Vec<Way>,
    /// The measure by which columns are compared.
    pub measure: Measure,
    division: Option<Division>,
    /// Metrics of the plan whose models were trained earlier.
    trained: Vec<String>,
    /// Number of trainings per metric.
    pub seeds: usize,
}

/// Which faults a metric learns from.
#[derive(Clone, Copy, Debug)]
enum Division {
    /// The other folds of the project.
    Folds(usize),
    /// The other projects.
    Across,
}

/// A metric to learn.
struct Learned {
    metric: Arc<dyn Trainable>,
    /// Whether the metric receives the outcomes of the tests it chose.
    labelled: bool,
}

impl Question {
    /// Validates the options. Errors: an unknown metric, ranking or measure; a metric needs learning but
    /// neither --folds nor --across is given, or vice versa.
    pub fn of(options: &EvaluateOptions) -> Result<Self, Failure> {
        let division = match options.folds {
            Some(folds) => Some(Division::Folds(folds as usize)),
            None => options.across.then_some(Division::Across),
        };
        let seeds = options.seeds.unwrap_or(SEEDS) as usize;
        let (plan, order, measure) = (Plan::default(), Vec::new(), measure(&options.measure)?);
        let mut question =
            Self { plan, learned: Vec::new(), order, measure, division, trained: Vec::new(), seeds };
        for name in &options.metric {
            question.add(name, options.labelled)?;
        }
        if division.is_some() && question.learned.is_empty() {
            return Err(Failure::misuse(
                "with --folds or --across something must be learned: add a metric such as --metric rlfdc",
            ));
        }
        let Plan { metrics, .. } = question.plan;
        let is_chosen = options.oracle || !question.order.is_empty();
        question.plan = Plan {
            metrics,
            rankings: rankings(options)?,
            tests: if is_chosen { options.choose } else { 0 },
            oracle: options.oracle,
            lines: options.level == Some(EvaluateLevel::Line),
        };
        Ok(question)
    }

    /// Adds a metric, and with `labelled` also a variant that receives outcomes. A trainable metric is
    /// learned during the evaluation if the faults are divided.
    fn add(&mut self, name: &str, labelled: bool) -> Result<(), Failure> {
        let trainable = metrics::find_trainable(name);
        if self.division.is_some()
            && let Some(metric) = trainable?
        {
            let metric: Arc<dyn Trainable> = metric.into();
            for labelled in [Some(false), labelled.then_some(true)].into_iter().flatten() {
                self.order.push(Way::Learned(self.learned.len()));
                self.learned.push(Learned { metric: Arc::clone(&metric), labelled });
            }
            return Ok(());
        }
        let metric = metrics::find(name).map_err(|failure| match metrics::find_trainable(name) {
            Ok(Some(_)) if name.contains(':') => Failure::misuse(format!(
                "'{name}' says how a metric is learned; add --folds or --across to say from which faults"
            )),
            _ => failure,
        })?;
        if faultline_learned_metrics::is_learned(name) {
            self.trained.push(metric.name());
        }
        let metrics = if labelled { with_labelled(&[metric]) } else { vec![metric] };
        for metric in metrics {
            self.order.push(Way::Metric(self.plan.metrics.len()));
            self.plan.metrics.push(metric);
        }
        Ok(())
    }

    /// Names of the metrics to learn.
    pub fn learned_names(&self) -> Vec<String> {
        self.learned.iter().map(Learner::name).collect()
    }

    /// Notes for readers of the figures.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        let note = |name| {
            format!(
                "{name} may have been trained on these faults, and then looks better than it is; --folds or --across judge it on other faults"
            )
        };
        self.trained.iter().map(note)
    }

    /// Divides the faults; `None` if nothing is learned.
    pub fn parts(&self, faults: &[Fault]) -> Result<Option<Vec<Part>>, EvaluationError> {
        match self.division {
            None => Ok(None),
            Some(Division::Folds(number)) => folds(faults, number).map(Some),
            Some(Division::Across) => across(faults).map(Some),
        }
    }

    /// Calls `work` with the training.
    pub fn with_training<T>(&self, parts: &[Part], work: impl FnOnce(&Training<'_>) -> T) -> T {
        let learners: Vec<&dyn Learner> =
            self.learned.iter().map(|learned| learned as &dyn Learner).collect();
        work(&Training { learners: &learners, parts, seeds: self.seeds })
    }
}

impl Learner for Learned {
    fn name(&self) -> String {
        if self.labelled { format!("{} labelled", self.metric.name()) } else { self.metric.name() }
    }

    fn learn(&self, faults: &[&Fault], seed: u64) -> Result<AnyMetric, String> {
        let training: Vec<TrainingFault<'_>> = faults.iter().map(|fault| training_fault(fault)).collect();
        let metric = self.metric.train(&training, seed).map_err(|error| error.to_string())?;
        Ok(if self.labelled { metric.labelled() } else { metric })
    }
}

fn measure(name: &str) -> Result<Measure, Failure> {
    Measure::find(name).ok_or_else(|| {
        let names: Vec<String> = Measure::ALL.into_iter().map(Measure::name).collect();
        Failure::misuse(format!("no measure is called '{name}'; there are {}", names.join(", ")))
    })
}

fn rankings(options: &EvaluateOptions) -> Result<Vec<RankingSpec>, Failure> {
    options.ranking.iter().map(|name| spec(name).and_then(of_coverage)).collect()
}

/// Returns the ranking if it needs only coverage and outcomes.
fn of_coverage(ranking: RankingSpec) -> Result<RankingSpec, Failure> {
    if ranking.needs_mutants() || ranking.mutants.is_some() || ranking.amplified.is_some() {
        return Err(Failure::misuse(format!(
            "evaluate judges rankings by coverage, and '{ranking}' asks for mutants or grown tests; \
             `faultline evaluate --mutants` judges mutation-based localization"
        )));
    }
    Ok(ranking)
}
