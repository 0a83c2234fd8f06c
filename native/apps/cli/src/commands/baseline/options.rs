//! Options of `faultline baseline`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::given::json_file::JsonFile;
use crate::given::page::PageOptions;

const BASELINE_HELP: &str = "\
`faultline run` keeps the baseline, baseline.flb, beside its recordings; `faultline rank` reads it.
DIR is a folder of recordings, or a folder that contains .faultline.

Examples:
  faultline baseline show
  faultline baseline show --test 'org.example.FooTest#bar'
  faultline baseline export main.flb
  faultline baseline import shard-1.flb shard-2.flb
  faultline baseline keep build/faultline/test --into .faultline
  faultline run --baseline main.flb -- mvn test    (the same for one run)
  faultline rank --baseline main.flb               (without changing any file)";

const SHOW_HELP: &str = "\
Examples:
  faultline baseline show
  faultline baseline show main.flb --top 0
  faultline baseline show --test 'org.example.FooTest#bar'
  faultline baseline show --json | jq .oldest_pass";

const EXPORT_HELP: &str = "\
Examples:
  faultline baseline export main.flb
  faultline baseline export build/main.flb ../core/.faultline";

const IMPORT_HELP: &str = "\
The newest pass of each test counts. A file that is damaged or not a baseline is refused before
anything is written.

Examples:
  faultline baseline import main.flb
  faultline baseline import shard-1/.faultline shard-2/.faultline --into .faultline";

const KEEP_HELP: &str = "\
`faultline run` does this at its end. Use this command after builds that attach the agent
themselves. Run it before the code changes again: a recording is left out if classes were compiled
after it was made, or if it was added before.

Examples:
  faultline baseline keep
  faultline baseline keep build/faultline/test --into .faultline
  faultline baseline keep --baseline main.flb --rerun-failed 3";

/// Show, write and join baselines: what each test ran when it last passed.
#[derive(Args, Debug)]
#[command(after_help = BASELINE_HELP)]
pub struct BaselineOptions {
    #[command(subcommand)]
    pub action: Action,
}

/// What to do with baselines.
#[derive(Debug, Subcommand)]
pub enum Action {
    Show(ShowOptions),
    Export(ExportOptions),
    Import(ImportOptions),
    Keep(KeepOptions),
}

/// Show the tests, last passes, runs and size of a baseline
#[derive(Args, Debug)]
#[command(after_help = SHOW_HELP)]
pub struct ShowOptions {
    /// A baseline, or a folder that contains one [default: the nearest .faultline, here or above].
    #[arg(value_name = "DIR|FILE")]
    pub input: Option<PathBuf>,

    /// Show the last pass of this test: `Class#method`, a class, its unique id, or a pattern with `*` and `?`.
    #[arg(short, long, value_name = "TEST")]
    pub test: Option<String>,

    /// How many runs, tests and classes to show; 0 shows all [default: 20; all in JSON].
    #[arg(short = 'n', long, value_name = "N")]
    pub top: Option<usize>,

    /// Print JSON as described in docs/baseline.md.
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub file: JsonFile,

    #[command(flatten)]
    pub page: PageOptions,
}

/// Write the baseline of a folder to a file
#[derive(Args, Debug)]
#[command(after_help = EXPORT_HELP)]
pub struct ExportOptions {
    /// The file to write; an existing file is replaced only if it is a baseline.
    pub file: PathBuf,

    /// The folder [default: the nearest .faultline, here or above].
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

/// Add baselines from elsewhere to the baseline of a folder
#[derive(Args, Debug)]
#[command(after_help = IMPORT_HELP)]
pub struct ImportOptions {
    /// Baselines, or folders that contain one.
    #[arg(value_name = "DIR|FILE", required = true)]
    pub inputs: Vec<PathBuf>,

    /// The folder of recordings to write to; created if missing [default: the nearest .faultline, here or above, or else
    /// .faultline].
    #[arg(long, value_name = "DIR")]
    pub into: Option<PathBuf>,
}

/// Add the tests of recordings to a baseline, as `faultline run` does at its end
#[derive(Args, Debug)]
#[command(after_help = KEEP_HELP)]
pub struct KeepOptions {
    /// Recordings, or folders of recordings [default: the nearest .faultline, here or above].
    #[arg(value_name = "DIR|FILE")]
    pub inputs: Vec<PathBuf>,

    /// The folder of the baseline; created if missing [default: the folder of the recordings].
    #[arg(long, value_name = "DIR")]
    pub into: Option<PathBuf>,

    /// Project folder [default: the current folder].
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,

    /// Baseline whose newer passes are added: a file, or a folder that contains one.
    #[arg(long, value_name = "DIR|FILE")]
    pub baseline: Option<PathBuf>,

    /// Rerun failing tests N times, each alone, to detect flaky ones (docs/baseline.md).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rerun_failed: Option<u32>,
}
