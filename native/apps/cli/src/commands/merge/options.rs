//! Options of `faultline merge`.

use std::path::PathBuf;

use clap::Args;

use crate::given::json_file::JsonFile;
use crate::given::page::PageOptions;

const AFTER_HELP: &str = "\
All shards of one plan are needed, each once and finished; --partial takes what is there. The
folder that is written is laid out as that of a run on one machine: tests, logs, recordings, and
results.json with all classes in the order of their ranks. Results of mutants are files that
faultline rank reads, and faultline mutate --resume goes on with.

Examples:
  faultline budget --total 2h --run --shard 1/2 --out shard-1     (on one machine)
  faultline budget --total 2h --run --shard 2/2 --out shard-2     (on another)
  faultline merge shard-* --out budget-run
  faultline merge shard-* --out .faultline/mutants                (of faultline mutate --shard)";

/// Join what the shards of faultline budget --run or faultline mutate wrote.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct MergeOptions {
    /// The folders of the shards.
    #[arg(value_name = "DIR", required = true)]
    pub shards: Vec<PathBuf>,

    /// Folder to write to; made, or empty [default: budget-run; of mutants .faultline/mutants, where
    /// faultline rank looks].
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Take the shards that are there, and of those what is finished.
    #[arg(long)]
    pub partial: bool,

    /// How many classes to show; 0 is all [default: 20, and all in JSON].
    #[arg(short = 'n', long, value_name = "N")]
    pub top: Option<usize>,

    /// Print JSON as described in docs/history.md; there is none of mutants.
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub file: JsonFile,

    #[command(flatten)]
    pub page: PageOptions,
}
