//! The settings and locations of a run, stored in its journal.

use std::path::PathBuf;

use faultline_files::real;
use faultline_jvm_process::tools::class_path::given;
use faultline_jvm_process::tools::entries::joined;
use faultline_messages::failure::Failure;
use serde::{Deserialize, Serialize};

use crate::budget::hidden::{hidden_arguments, hidden_command};
use crate::budget::plan::Plan;
use crate::budget::request::{Request, Running, Search, Shape};
use crate::evosuite::lead::Lead;

/// Default maximum heap of a search. Units: MiB.
const MEMORY: u64 = 1_000;
/// Default time beyond the search. Units: seconds.
const GRACE: u64 = 300;
/// Default number of tests that SBST-DPG's search keeps for each branch.
const TESTS_PER_TARGET: u32 = 5;

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
    /// Which search EvoSuite runs, by name; `None`: a metric leads it, or another generator runs. Journals of
    /// earlier versions have none, and their EvoSuite its default search.
    #[serde(default)]
    pub generator: Option<String>,
    /// How many tests the search of SBST-DPG keeps for each branch; `None`: another search.
    #[serde(default)]
    pub tests_per_target: Option<u32>,
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
    let Request { past, shape, by_class, prediction, .. } = request;
    let has_usual_scores = !by_class && past.weights.is_none() && past.time_range.is_none();
    let taken = prediction.map_or_else(String::new, |prediction| format!(" {prediction:?}"));
    if *shape == Shape::default() && has_usual_scores {
        return taken.trim_start().to_owned();
    }
    format!("{shape:?} {by_class} {:?} {:?}{taken}", past.weights, past.time_range)
}

/// The search of EvoSuite, and how many tests it keeps for each branch; none if a metric leads it, or another
/// generator runs.
fn search(run: &Running) -> (Option<String>, Option<u32>) {
    if run.metric.is_some() || run.command.is_some() {
        return (None, None);
    }
    let search = run.generator.unwrap_or(Search::SbstDpg);
    let tests = run.tests_per_target.unwrap_or(TESTS_PER_TARGET);
    (Some(search.name().to_owned()), (search == Search::SbstDpg).then_some(tests))
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
        let (generator, tests_per_target) = search(run);
        let given = Self {
            total: request.total.map_or(0, |total| total.0),
            min: Plan::min(request).0,
            predictor: request.predictor.name().to_owned(),
            metric: lead.map(|lead| lead.name().to_owned()),
            generator,
            tests_per_target,
            command: run.command.as_deref().map(hidden_command),
            arguments: hidden_arguments(&run.arguments),
            seed: run.seed.unwrap_or(1),
            memory: run.memory.unwrap_or(MEMORY),
            grace: run.grace.map_or(GRACE, |grace| grace.0),
            numbers: numbers(request),
        };
        let Some(before) = before.filter(|_| request.total.is_none()) else { return Ok(given) };
        let is_same_search = run.generator.is_none() && run.tests_per_target.is_none();
        let tests_per_target = match given.tests_per_target {
            Some(tests) => run.tests_per_target.or(before.tests_per_target).or(Some(tests)),
            None => None,
        };
        Ok(Self {
            total: before.total,
            generator: if is_same_search { before.generator.clone() } else { given.generator },
            tests_per_target: if is_same_search { before.tests_per_target } else { tests_per_target },
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

    /// What leads EvoSuite's searches; `None`: all of its own goals. Errors: an unknown metric.
    pub fn lead(&self) -> Result<Option<Lead>, Failure> {
        match &self.metric {
            Some(metric) => Lead::of(metric).map(Some),
            None => Ok(self.tests_per_target.map(Lead::SbstDpg)),
        }
    }

    /// The name of EvoSuite's search. A journal of an earlier version has none: that was EvoSuite's default.
    fn search(&self) -> &str {
        self.generator.as_deref().unwrap_or(Search::EvoSuite.name())
    }

    /// The command-line options that differ from `other`.
    pub fn differences(&self, other: &Self) -> Vec<&'static str> {
        let options = [
            ("--total", self.total == other.total),
            ("--min", self.min == other.min),
            ("--predictor", self.predictor == other.predictor),
            ("--metric", self.metric == other.metric),
            ("--generator", self.search() == other.search()),
            ("--tests-per-target", self.tests_per_target == other.tests_per_target),
            ("--command", self.command == other.command),
            ("the arguments for EvoSuite", self.arguments == other.arguments),
            ("--seed", self.seed == other.seed),
            ("--memory", self.memory == other.memory),
            ("--grace", self.grace == other.grace),
            (
                "the numbers of the plan, such as --weights, --strategy or --prediction",
                self.numbers == other.numbers,
            ),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_without_a_generator_goes_on_with_evosuites_default_search() {
        let text = r#"{"total": 3, "min": 0, "predictor": "size", "metric": null, "command": null, "arguments": [],
            "seed": 1, "memory": 1, "grace": 1}"#;
        let before: Settings = serde_json::from_str(text).expect("settings of an earlier version");
        assert_eq!((before.lead().expect("no metric"), &before.generator), (None, &None));
        let after = Settings { tests_per_target: Some(5), ..before.clone() };
        assert_eq!(after.lead().expect("no metric"), Some(Lead::SbstDpg(5)));
        assert_eq!(after.differences(&before), ["--tests-per-target"]);
        let named = Settings { generator: Some("evosuite".to_owned()), ..before.clone() };
        assert!(named.differences(&before).is_empty(), "an option can say what the journal does not");
        let other = Settings { generator: Some("sbst-dpg".to_owned()), ..before.clone() };
        assert_eq!(other.differences(&before), ["--generator"]);
    }
}
