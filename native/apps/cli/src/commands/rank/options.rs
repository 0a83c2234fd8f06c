//! Options of `faultline rank`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::commands::report::options::DEFAULT_FOLDER;
use crate::given::baseline::BaselineOption;
use crate::given::json_file::JsonFile;
use crate::given::level::Level;
use crate::given::page::PageOptions;
use crate::given::reading::ReadingOptions;
use crate::given::suspicion::Suspicion;
use crate::given::ties::Ties;

const RANK_HELP: &str = "\
The output has at most 40 lines: the failing tests with their messages, read from the build's own
reports; at most five suspects that together reach 80 %, each with its chance, its most suspicious
line and its strongest evidence; the source of the first one; and the most useful next step
(docs/ranking.md). With --scores, or if --ranking is a formula, it shows scores instead of chances.

The columns of scores:
  rank     place in the list; a tie shows its range, for example 6-7
  score    suspiciousness by the ranking (--ranking); higher is more suspicious
  base     score of the lines alone, by the formula; score = base x the factors that follow
  evidence default ranking: factor for the names, traces and extent of failing tests
  size     +size: n^0.3 (evidence: n^0.8), n the method's lines that a failing test executed
  trace    +trace: 1 + 2/k, k the method's place in a failing test's stack trace without frames
           of the JDK and of test frameworks; 1 if no trace has it
  name     +name: (1 + C)(1 + 2 M), the share of words that the class's and the method's name have
           in common with a failing test's: FooTest.testBar probably tests Foo.bar
  mutants  +mutants: (1 + 2 suspicion) x 3, 2 or 1: a small change there fixes a failing test and
           breaks no other, breaks another, or fixes none; with evidence to the power of 2.5
  changed  +changed: number of methods that a failing test runs per method changed since it passed,
           at most 30, if this method has changed; otherwise 1 (docs/baseline.md)
  ef  ep   failing and passing tests that executed it
  nf  np   failing and passing tests that did not
  where    source file and line; for a method, its most suspicious line

A method has the base of its most suspicious line, a class the score of its most suspicious method.
Narrow terminals omit base, nf and np; --json has them all.

Rankings:
  evidence                the default: ten kinds of evidence with learned weights
                          (docs/ranking.md); states the chance of the first suspect;
                          evidence:FILE reads other weights
  ochiai+size+trace+name  a formula and its factors
  dstar:3+size:0.5        parameters other than the defaults
  wong2+clone             failing tests counted P/F times
  jaccard+mean            methods by the mean of their lines; +sum, +max (the default)
  posterior               the probability of being the fault; lines add up to 100 %
  metallaxis:ochiai, muse by mutants alone (`faultline mutate`); metallaxis+infection also counts
                          passing tests that a mutant infects and that did not run on it
  ochiai+amplified:5      variants of the failing tests (`faultline amplify`) count as well, all
                          passing variants together as five tests

Several failing tests often have several causes. Failing tests are grouped by the exception and the
line of the project that threw it, and each group is ranked on its own without the failures of the
other groups. --failing selects the failing tests to explain and leaves out the others. It also
accepts a test that was running when its JVM was ended by Ctrl-C or a timeout.

Examples:
  faultline rank
  faultline rank --level line --top 5
  faultline rank --failing 'org.example.FooTest#bar' --ranking dstar
  faultline rank --ranking posterior
  faultline rank --explain Foo.bar
  faultline rank --baseline main.flb
  faultline rank --report=build/reports/faultline
  faultline rank --format sarif > faultline.sarif
  faultline rank --json | jq '.groups[0].suspects[0]'";

/// Rank methods, lines or classes by how suspicious they are.
///
/// Reads the recordings of `faultline run`. Exits with 3 when there is no failing test.
#[derive(Args, Debug)]
#[command(after_help = RANK_HELP)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct RankOptions {
    #[command(flatten)]
    pub asked: Suspicion,

    /// Rank of elements with equal scores: the last, the mean or the first of their range, or
    /// their place in the list.
    #[arg(long, value_enum, default_value = "max")]
    pub ties: Ties,

    /// Score each line as the best of itself and of the outcomes of its conditions, switches and calls. Needs recordings
    /// of `faultline run --elements`.
    #[arg(long)]
    pub elements: bool,

    /// What to rank.
    #[arg(short, long, value_enum, default_value = "method")]
    pub level: Level,

    /// Explain the rank of a method: every kind of evidence, and its weight compared with the typical suspect.
    ///
    /// `Class.method` or `method`; with parameter types, as in `Foo.bar(int)`, if several methods have the name.
    #[arg(long, value_name = "METHOD", conflicts_with_all = ["json", "json_file", "top"])]
    pub explain: Option<String>,

    /// Show the scores of the suspects and their factors instead of chances.
    #[arg(long, conflicts_with_all = ["json", "explain"])]
    pub scores: bool,

    /// How many suspects to show; 0 shows all [default: as many as reach 80 %, at most 5; 20 with --scores and in files, 5 per
    /// group with several groups].
    #[arg(short = 'n', long, value_name = "N")]
    pub top: Option<usize>,

    /// Folder with sources, besides those found by convention. May be repeated.
    #[arg(short, long, value_name = "DIR")]
    pub source: Vec<PathBuf>,

    /// Do not show the last commit that changed the first suspect.
    #[arg(long)]
    pub no_history: bool,

    #[command(flatten)]
    pub other: BaselineOption,

    #[command(flatten)]
    pub reading: ReadingOptions,

    /// Output format: `sarif` and `github` for GitHub, `gitlab` for GitLab Code Quality, `markdown` for a pull
    /// request, `csv`, or `json`, the same as --json (docs/ci.md).
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["json", "explain"])]
    pub format: Option<Format>,

    /// Also write the suspects as HTML pages into a folder, as `faultline report` does [without DIR: faultline-report].
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true, default_missing_value = DEFAULT_FOLDER,
        conflicts_with = "explain")]
    pub report: Option<PathBuf>,

    /// Print JSON as described in docs/ci.md.
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub file: JsonFile,

    #[command(flatten)]
    pub page: PageOptions,
}

/// What `faultline rank` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people, the default.
    Text,
    /// JSON as described in docs/ci.md.
    Json,
    /// SARIF 2.1.0.
    Sarif,
    /// Workflow commands of GitHub Actions, and a step summary if the environment has `GITHUB_STEP_SUMMARY`.
    Github,
    /// A Code Quality report.
    Gitlab,
    /// Tables in Markdown.
    Markdown,
    /// A row per suspect.
    Csv,
}

impl RankOptions {
    /// The output format.
    pub fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format.unwrap_or(Format::Text) }
    }
}
