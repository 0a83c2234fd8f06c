//! The request of a budget: plain data.

use std::path::PathBuf;
use std::str::FromStr;

use faultline_files::Trust;
use faultline_messages::duration::Duration;
pub use faultline_time_budget::Shape;
use faultline_vcs_history::{Past, Predictor};

use super::shard::Shard;
use crate::evosuite::lead::SBST_DPG;

/// A total of time, and how to share it.
#[derive(Clone, Debug)]
pub struct Request {
    /// Total time of all classes; `None` to resume a run.
    pub total: Option<Duration>,
    /// Minimum time of a class; `None`: the default.
    pub min: Option<Duration>,
    /// The predictor that ranks the classes.
    pub predictor: Predictor,
    /// Recordings of tests.
    pub spectrum: Vec<PathBuf>,
    /// Names of the failing tests to use; empty: all.
    pub failing: Vec<String>,
    /// Only files below these folders; empty: all.
    pub source: Vec<PathBuf>,
    /// The history.
    pub past: Past,
    /// The time of the prediction, taken off the total.
    pub prediction: Option<Prediction>,
    /// Whether Schwa scores classes, not files.
    pub by_class: bool,
    /// The numbers of the distribution.
    pub shape: Shape,
    /// Only the classes of this shard.
    pub shard: Option<Shard>,
    /// How tests are generated.
    pub run: Running,
}

/// The time of the prediction, `T_DP` in the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prediction {
    /// As it took.
    Measured,
    /// As given.
    Given(Duration),
}

impl FromStr for Prediction {
    type Err = <Duration as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "measured" { Ok(Self::Measured) } else { text.parse().map(Self::Given) }
    }
}

/// How tests are generated; `None`: the default, or as in the run to resume.
#[derive(Clone, Debug, Default)]
pub struct Running {
    /// Whether to resume the run in the folder.
    pub resume: bool,
    /// Whose journal is trusted to name the commands to run.
    pub trust: Trust,
    /// The output folder.
    pub out: Option<PathBuf>,
    /// Number of classes at a time.
    pub jobs: Option<usize>,
    /// Maximum heap of a search. Units: MiB.
    pub memory: Option<u64>,
    /// Time that a class may take beyond its seconds.
    pub grace: Option<Duration>,
    /// Random seed.
    pub seed: Option<i64>,
    /// `EvoSuite`'s jar.
    pub evosuite: Option<PathBuf>,
    /// Whether Maven may fetch what is missing.
    pub fetch: bool,
    /// Class path of the project.
    pub project_cp: Option<String>,
    /// What leads the searches.
    pub metric: Option<String>,
    /// Which search `EvoSuite` runs without a metric.
    pub generator: Option<Search>,
    /// How many tests [`Search::SbstDpg`] keeps for each branch.
    pub tests_per_target: Option<u32>,
    /// The command of a generator in place of `EvoSuite`.
    pub command: Option<String>,
    /// Additional arguments for `EvoSuite`.
    pub arguments: Vec<String>,
}

/// A search of `EvoSuite` for its own goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// The one that SBST-DPG's authors ran: [`crate::evosuite::lead::Lead::SbstDpg`].
    SbstDpg,
    /// `EvoSuite`'s default.
    EvoSuite,
}

impl Search {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::SbstDpg => SBST_DPG,
            Self::EvoSuite => "evosuite",
        }
    }
}
