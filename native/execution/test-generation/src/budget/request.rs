//! The request of a budget: plain data.

use std::path::PathBuf;

use faultline_files::Trust;
use faultline_messages::duration::Duration;
pub use faultline_time_budget::Shape;
use faultline_vcs_history::{Past, Predictor};

use super::shard::Shard;

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
    /// Duration of the published program's prediction, which it subtracts from the budgets.
    pub prediction: Option<Duration>,
    /// Whether Schwa scores classes, not files.
    pub by_class: bool,
    /// The numbers of the distribution.
    pub shape: Shape,
    /// Only the classes of this shard.
    pub shard: Option<Shard>,
    /// How tests are generated.
    pub run: Running,
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
    /// The command of a generator in place of `EvoSuite`.
    pub command: Option<String>,
    /// Additional arguments for `EvoSuite`.
    pub arguments: Vec<String>,
}
