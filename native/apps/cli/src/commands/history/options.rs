//! Options of `faultline history`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::given::json_file::JsonFile;
use crate::given::page::PageOptions;

const HISTORY_HELP: &str = "\
The columns:
  rank     place in the list, the likeliest to have a defect first
  risk     every change adds its weight once for being a revision (x 0.25), once more if its
           message speaks of a fix (x 0.5), and once more if its author is new to the file
           (x 0.25); weights rise from 0 at the root commit to 1 at the newest (Schwa, 2015)
  defect   1 - exp(-risk), the score that Schwa prints
  changes, fixes, authors    how many of each were counted
  last     date of the last one
  over time                  changes from the oldest commit read (left) to the newest (right)

Source files of fifteen languages count, tests (src/test) do not. Merges change nothing: what
they join was counted where it was committed. --compat scores as the original program does,
oddities included; docs/history.md lists them.

Examples:
  faultline history
  faultline history --level method --top 10
  faultline history --explain StringUtils
  faultline history --repo ../commons-lang --rev LANG_3_1 --csv > scores.csv
  faultline history --json | jq '.files[0]'";

/// Say from the version history where defects are likely.
///
/// Reads the git repository itself; the program git is not needed.
#[derive(Args, Debug)]
#[command(after_help = HISTORY_HELP)]
pub struct HistoryOptions {
    #[command(flatten)]
    pub past: Past,

    /// What is scored.
    #[arg(short, long, value_enum, default_value = "file")]
    pub level: Level,

    /// Say what adds up to the score of this one: a path, a class, or the end of its name.
    #[arg(short, long, value_name = "CLASS|PATH", conflicts_with_all = ["json", "json_file", "csv"])]
    pub explain: Option<String>,

    /// How many to show; 0 is all [default: 20, and all in JSON and CSV].
    #[arg(short = 'n', long, value_name = "N")]
    pub top: Option<usize>,

    /// Print JSON as described in docs/history.md.
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub file: JsonFile,

    /// Print comma-separated values.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,

    #[command(flatten)]
    pub page: PageOptions,
}

/// Which history is read, and how.
#[derive(Args, Debug)]
pub struct Past {
    /// A folder of the repository.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub repo: PathBuf,

    /// The revision whose history it is: a branch, a tag, a commit's name, HEAD~3.
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    pub rev: String,

    /// How many of the newest commits are read; 0 is all.
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub commits: usize,

    /// Do as the published program does, oddities included.
    #[arg(long)]
    pub compat: bool,

    /// A file that keeps what was read, for the next time to be quicker.
    #[arg(long, value_name = "FILE")]
    pub cache: Option<PathBuf>,
}

impl Past {
    /// The selected part of the history.
    pub fn past(&self) -> faultline_vcs_history::Past {
        faultline_vcs_history::Past {
            repository: self.repo.clone(),
            revision: self.rev.clone(),
            commits: self.commits,
            compat: self.compat,
            cache: self.cache.clone(),
        }
    }
}

/// What is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// Source files.
    File,
    /// Classes of Java files, nested ones too.
    Class,
    /// Methods and constructors of Java files.
    Method,
}
