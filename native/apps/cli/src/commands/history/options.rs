//! Options of `faultline history`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::given::json_file::JsonFile;
use crate::given::page::PageOptions;

const HISTORY_HELP: &str = "\
The columns:
  rank     place in the list, most likely defect first
  risk     every change adds its weight x 0.25, plus x 0.5 if its message mentions a fix, plus
           x 0.25 if its author is new to the file; weights rise from 0 at the root commit to 1
           at the newest (Schwa, 2015)
  defect   1 - exp(-risk), the score that Schwa prints
  changes, fixes, authors    number of each
  last     date of the last change
  over time                  changes from the oldest commit read (left) to the newest (right)

Source files of fifteen languages count, except tests (src/test). Merges do not count, because the
commits that they join do. --compat scores like the original program, including its quirks, which
docs/history.md lists.

Examples:
  faultline history
  faultline history --level method --top 10
  faultline history --explain StringUtils
  faultline history --repo ../commons-lang --rev LANG_3_1 --csv > scores.csv
  faultline history --json | jq '.files[0]'";

/// Score files, classes or methods by how likely they are to have defects, from the version history.
///
/// Reads the git repository itself; the program git is not needed.
#[derive(Args, Debug)]
#[command(after_help = HISTORY_HELP)]
pub struct HistoryOptions {
    #[command(flatten)]
    pub past: Past,

    /// What to score.
    #[arg(short, long, value_enum, default_value = "file")]
    pub level: Level,

    /// Show how the score of this entry is computed: a path, a class, or the end of its name.
    #[arg(short, long, value_name = "CLASS|PATH", conflicts_with_all = ["json", "json_file", "csv"])]
    pub explain: Option<String>,

    /// How many entries to show; 0 shows all [default: 20; all in JSON and CSV].
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

    /// The revision whose history to read: a branch, a tag, a commit, HEAD~3.
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    pub rev: String,

    /// How many of the newest commits to read; 0 reads all.
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub commits: usize,

    /// Weights of a revision, of a fix and of a new author in the defect score (wr, wf, wa) [default: 0.25,0.5,0.25].
    #[arg(long, value_name = "WR,WF,WA", value_parser = numbers)]
    pub weights: Option<[f64; 3]>,

    /// TR of the defect score: the fraction of the time span, counted back from the newest commit, that weighs most
    /// [default: 0.4].
    #[arg(long, value_name = "TR", value_parser = fraction)]
    pub time_range: Option<f64>,

    /// Compute exactly what the published program computes, including its quirks.
    #[arg(long)]
    pub compat: bool,

    /// A file that caches the history for later runs.
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
            weights: self.weights,
            time_range: self.time_range,
        }
    }
}

/// Parses three numbers of at least 0 that are not all 0.
fn numbers(text: &str) -> Result<[f64; 3], String> {
    let numbers = three(text)?;
    let is_one = |number: &f64| number.is_finite() && *number >= 0.0;
    if numbers.iter().all(is_one) && numbers.iter().sum::<f64>() > 0.0 {
        Ok(numbers)
    } else {
        Err("weights are at least 0, and not all 0".to_owned())
    }
}

/// Parses three numbers between commas.
pub fn three(text: &str) -> Result<[f64; 3], String> {
    let number = |word: &str| word.trim().parse().map_err(|_| format!("'{}' is no number", word.trim()));
    let numbers: Vec<f64> = text.split(',').map(number).collect::<Result<_, _>>()?;
    numbers.try_into().map_err(|_| "three numbers are needed, separated by commas".to_owned())
}

/// Parses a number from 0 to 1.
pub fn fraction(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|number| (0.0..=1.0).contains(number))
        .ok_or_else(|| "a number from 0 to 1 is needed".to_owned())
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
