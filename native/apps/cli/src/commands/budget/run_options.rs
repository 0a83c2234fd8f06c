//! Options of `faultline budget --run`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use faultline_messages::duration::Duration;
use faultline_test_generation::budget::request::Search;

use crate::given::trust::TrustOption;

/// How tests are generated.
#[derive(Args, Debug)]
#[command(next_help_heading = "Generating tests")]
pub struct RunOptions {
    /// Generate tests for each class within its budget, highest rank first.
    #[arg(long, group = "running")]
    pub run: bool,

    /// Continue the run in --out if there is one; all other options must be unchanged.
    #[arg(long, group = "running")]
    pub resume: bool,

    #[command(flatten)]
    pub trust: TrustOption,

    /// Folder to write to [default: budget-run].
    #[arg(short, long, value_name = "DIR", requires = "running")]
    pub out: Option<PathBuf>,

    /// How many classes at a time [default: as many as cores and free memory allow].
    #[arg(short, long, value_name = "N", requires = "running", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,

    /// Heap of a search in MiB [default: 1000].
    #[arg(long, value_name = "MIB", requires = "running", value_parser = clap::value_parser!(u64).range(16..))]
    pub memory: Option<u64>,

    /// Extra time for a class beyond its budget, for starting, minimising and assertions
    /// [default: 5m].
    #[arg(long, value_name = "TIME", requires = "running")]
    pub grace: Option<Duration>,

    /// Seed of random numbers [default: 1].
    #[arg(long, value_name = "N", requires = "running")]
    pub seed: Option<i64>,

    /// EvoSuite's jar, evosuite-master-1.0.6.jar [default: the one in the local Maven repository].
    #[arg(long, value_name = "JAR", requires = "running", conflicts_with = "command")]
    pub evosuite: Option<PathBuf>,

    /// Let Maven fetch EvoSuite, compile the project's modules and find the jars that they need.
    #[arg(long, requires = "running")]
    pub fetch: bool,

    /// Class path of the project [default: the class folders of its Maven or Gradle build].
    #[arg(long, value_name = "PATH", requires = "running")]
    pub project_cp: Option<String>,

    /// How EvoSuite searches [default: sbst-dpg].
    #[arg(long, value_enum, value_name = "NAME", requires = "running", conflicts_with_all = ["command", "metric"])]
    pub generator: Option<Generator>,

    /// How many tests sbst-dpg keeps for each branch, the first ones, besides the shortest
    /// [default: 5].
    #[arg(long, value_name = "N", requires = "running", conflicts_with_all = ["command", "metric"], value_parser = clap::value_parser!(u32).range(1..))]
    pub tests_per_target: Option<u32>,

    /// Goal of the search: a metric of fault diagnosis, which needs recordings, or `line` or
    /// `branch` by EvoSuite's default search.
    #[arg(long, value_name = "NAME", requires = "running", conflicts_with = "command")]
    pub metric: Option<String>,

    /// Another generator instead of EvoSuite, run by sh, with {class}, {seconds} and {out}, the
    /// folder for its tests; also {path}, {memory}, {seed} and `{class_path}`. Write them without
    /// quotes, and never in the script of a `sh -c`, which reads `$FAULTLINE_CLASS` and so on.
    #[arg(long, value_name = "COMMAND", requires = "running", conflicts_with = "arguments")]
    pub command: Option<String>,

    /// More arguments for EvoSuite, after `--`; they override Faultline's.
    #[arg(last = true, value_name = "ARGUMENT", requires = "running")]
    pub arguments: Vec<String>,
}

/// A search of EvoSuite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Generator {
    /// As SBST-DPG's authors ran it: branches by control dependence (`DynaMOSA`), all assertions, no minimization, no end at
    /// full coverage, several tests for each branch.
    SbstDpg,
    /// EvoSuite's defaults.
    Evosuite,
}

impl From<Generator> for Search {
    fn from(generator: Generator) -> Self {
        match generator {
            Generator::SbstDpg => Self::SbstDpg,
            Generator::Evosuite => Self::EvoSuite,
        }
    }
}

impl RunOptions {
    /// Whether a run is requested.
    pub fn is_asked(&self) -> bool {
        self.run || self.resume
    }
}
