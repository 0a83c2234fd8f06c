//! The settings and locations of a run, stored in its journal.

use std::path::PathBuf;

use faultline_files::real;
use faultline_jvm_process::tools::class_path::given;
use faultline_jvm_process::tools::entries::joined;
use faultline_messages::failure::Failure;
use serde::{Deserialize, Serialize};

use crate::budget::hidden::{hidden_arguments, hidden_command};
use crate::budget::plan::Plan;
use crate::budget::request::{Request, Shape};
use crate::evosuite::lead::Lead;

/// Default maximum heap of a search. Units: MiB.
const MEMORY: u64 = 1_000;
/// Default time beyond the search. Units: seconds.
const GRACE: u64 = 300;

/// The settings that determine which tests are generated; the same in all shards of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Seconds of all classes, including those of other shards.
    pub total: u64,
    /// Minimum time of a class. Units: seconds.
    pub min: u64,
    /// The predictor that ranks the classes.
    pub predictor: String,
    /// The metric; `None`: the generator's own goals.
    pub metric: Option<String>,
    /// The command of a generator in place of EvoSuite, without secrets.
    pub command: Option<String>,
    /// Arguments for EvoSuite, without secrets.
    pub arguments: Vec<String>,
    /// Random seed.
    pub seed: i64,
    /// Maximum heap of a search. Units: MiB.
    pub memory: u64,
    /// Time beyond the search. Units: seconds.
    pub grace: u64,
    /// The numbers of scores and of the distribution that differ from the default; empty if none does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub numbers: String,
}

/// The numbers of a request, for comparison: empty if all are the default.
fn numbers(request: &Request) -> String {
    let Request { past, shape, by_class, .. } = request;
    if *shape == Shape::default() && !by_class && past.weights.is_none() && past.time_range.is_none() {
        return String::new();
    }
    format!("{shape:?} {by_class} {:?} {:?}", past.weights, past.time_range)
}

impl Settings {
    /// The settings of the command line. Without a total there, missing options are taken from `before`.
    /// Errors: an unknown metric.
    pub fn of(request: &Request, before: Option<&Self>) -> Result<Self, Failure> {
        let run = &request.run;
        let lead = run.metric.as_deref().map(Lead::of).transpose()?;
        if matches!(lead, Some(Lead::Metric(_))) && request.spectrum.is_empty() && before.is_none() {
            return Err(Failure::misuse(
                "a metric needs recordings to start from: record the tests with faultline run, and name them, as in \
                 faultline budget .faultline",
            ));
        }
        let given = Self {
            total: request.total.map_or(0, |total| total.0),
            min: Plan::min(request).0,
            predictor: request.predictor.name().to_owned(),
            metric: lead.map(|lead| lead.name().to_owned()),
            command: run.command.as_deref().map(hidden_command),
            arguments: hidden_arguments(&run.arguments),
            seed: run.seed.unwrap_or(1),
            memory: run.memory.unwrap_or(MEMORY),
            grace: run.grace.map_or(GRACE, |grace| grace.0),
            numbers: numbers(request),
        };
        let Some(before) = before.filter(|_| request.total.is_none()) else { return Ok(given) };
        Ok(Self {
            total: before.total,
            min: request.min.map_or(before.min, |min| min.0),
            predictor: before.predictor.clone(),
            metric: given.metric.or_else(|| before.metric.clone()),
            command: given.command.or_else(|| before.command.clone()),
            arguments: if run.arguments.is_empty() { before.arguments.clone() } else { given.arguments },
            seed: run.seed.unwrap_or(before.seed),
            memory: run.memory.unwrap_or(before.memory),
            grace: run.grace.map_or(before.grace, |grace| grace.0),
            numbers: if given.numbers.is_empty() { before.numbers.clone() } else { given.numbers },
        })
    }

    /// The command-line options that differ from `other`.
    pub fn differences(&self, other: &Self) -> Vec<&'static str> {
        let options = [
            ("--total", self.total == other.total),
            ("--min", self.min == other.min),
            ("--predictor", self.predictor == other.predictor),
            ("--metric", self.metric == other.metric),
            ("--command", self.command == other.command),
            ("the arguments for EvoSuite", self.arguments == other.arguments),
            ("--seed", self.seed == other.seed),
            ("--memory", self.memory == other.memory),
            ("--grace", self.grace == other.grace),
            ("the numbers of the plan, such as --weights or --tier-total", self.numbers == other.numbers),
        ];
        options.into_iter().filter(|(_, same)| !same).map(|(option, _)| option).collect()
    }
}

/// Locations of a run's inputs and tools on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Places {
    /// A folder of the repository.
    pub repository: PathBuf,
    /// Class path of the project.
    pub project_cp: Option<String>,
    /// `EvoSuite`'s jar.
    pub evosuite: Option<PathBuf>,
    /// Whether Maven may fetch what is missing.
    pub fetch: bool,
}

impl Places {
    /// The locations of the command line, made absolute. Errors: an entry of the class path does not exist.
    pub fn of(request: &Request) -> Result<Self, Failure> {
        let run = &request.run;
        let project_cp = run.project_cp.as_deref().map(|text| given("--project-cp", text)).transpose()?;
        Ok(Self {
            repository: real(&request.past.repository),
            project_cp: project_cp.map(|entries| joined(&entries)),
            evosuite: run.evosuite.as_deref().map(real),
            fetch: run.fetch,
        })
    }
}
