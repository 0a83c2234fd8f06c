//! Options of `faultline budget --run`.

use std::path::PathBuf;

use clap::Args;
use faultline_messages::duration::Duration;

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

    /// Goal of the search: a metric of fault diagnosis, which needs recordings, or `line` or
    /// `branch` [default: all of EvoSuite's own goals].
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

impl RunOptions {
    /// Whether a run is requested.
    pub fn is_asked(&self) -> bool {
        self.run || self.resume
    }
}
