//! Options of `faultline merge`.

use std::path::PathBuf;

use clap::Args;

use crate::given::json_file::JsonFile;
use crate::given::page::PageOptions;

const AFTER_HELP: &str = "\
All shards of one plan are needed, each once and finished; --partial accepts missing ones. The
output folder has the layout of a run on one machine: tests, logs, recordings, and results.json with
all classes in the order of their ranks. faultline rank reads merged results of mutants, and
faultline mutate --resume continues them.

Examples:
  faultline budget --total 2h --run --shard 1/2 --out shard-1     (on one machine)
  faultline budget --total 2h --run --shard 2/2 --out shard-2     (on another)
  faultline merge shard-* --out budget-run
  faultline merge shard-* --out .faultline/mutants                (of faultline mutate --shard)";

/// Merge the results of shards of faultline budget --run or faultline mutate.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct MergeOptions {
    /// The folders of the shards.
    #[arg(value_name = "DIR", required = true)]
    pub shards: Vec<PathBuf>,

    /// Folder to write to, new or empty [default: budget-run; for mutants .faultline/mutants, where
    /// faultline rank finds it].
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Accept missing shards, and take the finished part of the others.
    #[arg(long)]
    pub partial: bool,

    /// How many classes to show; 0 shows all [default: 20; all in JSON].
    #[arg(short = 'n', long, value_name = "N")]
    pub top: Option<usize>,

    /// Print JSON as described in docs/history.md; not for mutants.
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub file: JsonFile,

    #[command(flatten)]
    pub page: PageOptions,
}
