//! Options of `faultline commits`.

use std::path::PathBuf;

use clap::Args;
use faultline_bug_inducing_commits::help::HELP;

use crate::given::json_file::JsonFile;
use crate::given::page::PageOptions;
use crate::given::reading::ReadingOptions;
use crate::given::suspicion::Suspicion;

/// Find the commit that introduced the fault.
///
/// Traces the suspicious lines of a recording to the commits that wrote them; --bisect tests these commits.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub struct CommitsOptions {
    #[command(flatten)]
    pub asked: Suspicion,

    /// A folder of the repository [default: the folder of the recordings, or of the suspicious sources if they lie in
    /// another].
    #[arg(long, value_name = "DIR")]
    pub repo: Option<PathBuf>,

    /// The tested revision, without uncommitted changes [default: HEAD with uncommitted changes].
    #[arg(long, value_name = "REV")]
    pub rev: Option<String>,

    /// How many commits to show; 0 shows all [default: 10; all in --json-file].
    #[arg(short = 'n', long, value_name = "N", alias = "limit")]
    pub top: Option<usize>,

    /// Test commits with CMD until the first bad one is found, in a separate worktree.
    #[arg(long, requires = "command")]
    pub bisect: bool,

    /// A revision that is known to work; only later commits are tested.
    #[arg(long, value_name = "REV", requires = "bisect")]
    pub good: Option<String>,

    /// Keep the sources of the failing tests as each commit has them.
    #[arg(long, requires = "bisect")]
    pub tests_as_committed: bool,

    #[command(flatten)]
    pub reading: ReadingOptions,

    /// Print JSON as described in docs/commits.md.
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub file: JsonFile,

    #[command(flatten)]
    pub page: PageOptions,

    /// Command that tests a commit: exit code 0 is good, 125 skips the commit, anything else is bad.
    #[arg(last = true, value_name = "CMD", requires = "bisect")]
    pub command: Vec<String>,
}
