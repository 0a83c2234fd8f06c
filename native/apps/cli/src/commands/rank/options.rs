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
The page has at most 40 lines: what failed and what it said, read from the build's own report of the
run; the suspects that make 80 %, at most five, with the chance of each, its most suspicious line and
the strongest evidence in words; the source of the first one; and the one step that helps most now
(docs/ranking.md). Where --ranking is a formula, and with --scores, it shows scores instead.

The columns of scores:
  rank     place in the list; a tie shows its range, as 6-7
  score    suspiciousness by the ranking (--ranking); higher is more suspicious
  base     ... of the lines alone, by the formula; score = base x the factors behind it
  evidence by the default ranking: what the names, traces and extent of failing tests say of it
  size     +size: n^0.3 (evidence: n^0.8), n the method's lines that a failing test executed
  trace    +trace: 1 + 2/k, k the method's place in a failing test's stack trace, frames of
           the JDK and of test frameworks left out; 1 where no trace has it
  name     +name: (1 + C)(1 + 2 M), how many of the words in the names of its class and of
           itself are in a failing test's: FooTest.testBar may well test Foo.bar
  mutants  +mutants: (1 + 2 suspicion) x 3, 2 or 1, by whether a small change there mends a failing
           test and breaks no other, breaks one, or mends none; among evidence to the power of 2.5
  changed  +changed: how many methods a failing test runs for each that has changed since it
           passed, at most 30, if the method is one of them; 1 for the others (docs/baseline.md)
  ef  ep   failing and passing tests that executed it
  nf  np   failing and passing tests that did not
  where    source file and line; for a method, its most suspicious line

A method's base is its most suspicious line's, a class scores as its most suspicious method.
In a narrow window base, nf and np are left out; --json has them all.

Rankings:
  evidence                the default: ten kinds of evidence with learned weights
                          (docs/ranking.md); says how sure it is of the first suspect;
                          evidence:FILE takes other weights
  ochiai+size+trace+name  a formula and what it is multiplied by
  dstar:3+size:0.5        numbers other than the usual ones
  wong2+clone             failing tests counted P/F times
  jaccard+mean            methods by the mean of their lines; +sum, +max (the default)
  posterior               the probability of being the fault; lines add up to 100 %
  metallaxis:ochiai, muse by what mutants say alone (`faultline mutate`)
  ochiai+amplified:5      variants of the failing tests (`faultline amplify`) count beside the tests,
                          those that pass together as five

Several failing tests often have several causes. They are grouped by the exception and the
project's line that threw it, and each group is ranked on its own, with the failures of the
other groups left out. --failing picks the failing tests to explain; the rest is left out. It
also takes a test that was running when its JVM was ended, by Ctrl-C or a limit of time.

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

    /// Place of elements with equal scores: the last, the mean or the first of their range, or
    /// the place in the list.
    #[arg(long, value_enum, default_value = "max")]
    pub ties: Ties,

    /// Score each line as the best of itself and of what its conditions, switches and calls came to, for recordings of
    /// `faultline run --elements`.
    #[arg(long)]
    pub elements: bool,

    /// What to rank.
    #[arg(short, long, value_enum, default_value = "method")]
    pub level: Level,

    /// Say why a method has its place: every kind of evidence, and what it weighs against the typical suspect.
    ///
    /// `Class.method` or `method`; with parameter types, as `Foo.bar(int)`, where there are several.
    #[arg(long, value_name = "METHOD", conflicts_with_all = ["json", "json_file", "top"])]
    pub explain: Option<String>,

    /// Show the scores of the suspects, and what each is the product of, in place of chances.
    #[arg(long, conflicts_with_all = ["json", "explain"])]
    pub scores: bool,

    /// How many suspects to show; 0 is all [default: those that make 80 %, at most 5; with --scores and in files 20, on a page of
    /// several groups 5 of each].
    #[arg(short = 'n', long, value_name = "N")]
    pub top: Option<usize>,

    /// Folder with sources, besides those found by convention. May be repeated.
    #[arg(short, long, value_name = "DIR")]
    pub source: Vec<PathBuf>,

    /// Do not say which commit changed the first suspect last.
    #[arg(long)]
    pub no_history: bool,

    #[command(flatten)]
    pub other: BaselineOption,

    #[command(flatten)]
    pub reading: ReadingOptions,

    /// Print for another program: `sarif` and `github` for GitHub, `gitlab` for its Code Quality, `markdown` for a pull
    /// request, `csv`, `json` as --json (docs/ci.md).
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["json", "explain"])]
    pub format: Option<Format>,

    /// Also write the suspects as pages into a folder, as `faultline report` does [without DIR: faultline-report].
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
    /// A page for people, the default.
    Text,
    /// docs/ci.md.
    Json,
    /// SARIF 2.1.0.
    Sarif,
    /// Workflow commands of GitHub Actions; with `GITHUB_STEP_SUMMARY` in the environment also a summary of the step.
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
