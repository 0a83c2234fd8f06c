//! What somebody wants of a budget: plain data.

use std::path::PathBuf;

use faultline_files::Trust;
use faultline_messages::duration::Duration;
use faultline_vcs_history::{Past, Predictor};

use super::shard::Shard;

/// A total of time and what it is to be shared by.
#[derive(Clone, Debug)]
pub struct Request {
    /// Time for all classes together; `None` where a run is gone on with.
    pub total: Option<Duration>,
    /// What every class gets at least; `None` is what is usual.
    pub min: Option<Duration>,
    /// What ranks the classes.
    pub predictor: Predictor,
    /// What tests recorded.
    pub spectrum: Vec<PathBuf>,
    /// The failing tests that count; none is all that failed.
    pub failing: Vec<String>,
    /// Only files below these folders; none is all.
    pub source: Vec<PathBuf>,
    /// The history.
    pub past: Past,
    /// How long the published program's prediction takes, which it takes off the budgets.
    pub prediction: Option<Duration>,
    /// Only the classes of one of several parts.
    pub shard: Option<Shard>,
    /// How tests are generated.
    pub run: Running,
}

/// How tests are generated; `None` is what is usual, or as a run was begun with.
#[derive(Clone, Debug, Default)]
pub struct Running {
    /// Go on with the run in the folder.
    pub resume: bool,
    /// Whose journal may say what is run.
    pub trust: Trust,
    /// Folder to write to.
    pub out: Option<PathBuf>,
    /// How many classes at a time.
    pub jobs: Option<usize>,
    /// Heap of a search. Units: MiB.
    pub memory: Option<u64>,
    /// How long a class may take beyond its seconds.
    pub grace: Option<Duration>,
    /// Seed of random numbers.
    pub seed: Option<i64>,
    /// `EvoSuite`'s jar.
    pub evosuite: Option<PathBuf>,
    /// Let Maven fetch what is missing.
    pub fetch: bool,
    /// Class path of the project.
    pub project_cp: Option<String>,
    /// What leads the searches.
    pub metric: Option<String>,
    /// Another generator in the place of `EvoSuite`.
    pub command: Option<String>,
    /// More arguments for `EvoSuite`.
    pub arguments: Vec<String>,
}
