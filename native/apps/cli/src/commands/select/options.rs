//! Options of `faultline select`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use faultline_named_metrics as metrics;
use faultline_sbfl::RankingSpec;
use faultline_test_selection::given;
use faultline_test_selection::pool::Asked;
use faultline_test_selection::question::Request;

use crate::given::json_file::JsonFile;
use crate::given::page::PageOptions;
use crate::given::reading::ReadingOptions;
use crate::given::ties::Ties;

/// Number of starts shown on a page.
pub const CHOICES_SHOWN: usize = 5;

const SELECT_HELP: &str = "\
Tests are chosen one by one: each time the test that the metric values most, given the failing test
and those chosen before; among equals the first recorded one.

The columns:
  value   the metric's value of the test, given those above; in row 0 of the given tests
  suite   the metric's value of all tests so far, if it differs
  rank    rank by the tests so far of the method that all recorded passing tests put first
  most suspicious   the first method by the tests so far, +n if n more tie with it
The last two appear if outcomes are known. A recording as pool counts as unlabelled: without
--labelled, the outcomes of its tests are ignored and no rankings are shown.

With --interactive, you label each test. A failure makes the lines of the test more suspicious, a
pass less, and the next test is the best one given all labels. With --json the questions go to
standard error, and the answers are still read from standard input.";

const EXAMPLES: &str = "\
Examples:
  faultline select                              the ten passing tests that explain a failure best
  faultline select -n 5 --metric ddu --failing 'FooTest#bar'
  faultline select --pool generated/.faultline  which generated tests to look at first
  faultline select --pool names.txt             from these tests only, one name per line
  faultline select --pool generated/ --given suite --metric tfd
  faultline select --interactive --pool generated/ --answers answers.jsonl --out labelled.flt
  faultline select --interactive --variants     label variants of the failing test
  faultline select --json | jq -r '.choices[0].steps[].test.id'";

/// Choose the tests that tell most about a failure.
///
/// Chooses from the recorded passing tests, or from a pool of unlabelled tests that a person
/// has to check.
#[derive(Args, Debug)]
#[command(after_help = help())]
pub struct SelectOptions {
    /// Recordings: .flt files, folders of them or in the tsv or gzoltar layout [default: the
    /// nearest .faultline, here or above].
    #[arg(value_name = "DIR|FILE")]
    pub inputs: Vec<PathBuf>,

    /// How many tests to choose and to show.
    #[arg(short = 'n', long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u32).range(1..))]
    pub top: u32,

    /// The metric that chooses; parameters follow a colon: eap:q=0.2, rlfdc:model=FILE.
    #[arg(short, long, value_name = "NAME", default_value = "belief")]
    pub metric: String,

    /// Choose from these tests instead of the recorded passing ones: a recording (a .flt file, or a
    /// folder as for DIR), or a file with one name of a recorded test per line.
    #[arg(long, value_name = "FILE|DIR")]
    pub pool: Option<PathBuf>,

    /// Use the outcomes in the pool's recording.
    #[arg(long, requires = "pool")]
    pub labelled: bool,

    /// Explain only this failing test: `Class#method`, `Class::method` or its unique id.
    ///
    /// `Class#method[2]` is one invocation of a parameterised test. The name that the framework shows,
    /// a class, and patterns with `*` and `?` also work. May be repeated. The package may be omitted
    /// if the class name is unambiguous.
    #[arg(short, long, value_name = "TEST")]
    pub failing: Vec<String>,

    /// The tests that the choice starts from.
    #[arg(long, value_enum, default_value = "each")]
    pub given: Given,

    /// The ranking whose changes are shown: a formula and factors, or posterior.
    #[arg(short, long, value_name = "NAME", default_value = RankingSpec::DEFAULT)]
    pub ranking: String,

    /// Rank of methods with equal scores in that ranking.
    #[arg(long, value_enum, default_value = "max")]
    pub ties: Ties,

    #[command(flatten)]
    pub talk: TalkOptions,

    /// Print JSON as described in docs/suite.md.
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub file: JsonFile,

    #[command(flatten)]
    pub page: PageOptions,

    #[command(flatten)]
    pub reading: ReadingOptions,
}

/// A conversation in place of a table.
#[derive(Args, Debug)]
pub struct TalkOptions {
    /// Offer one test at a time, ask whether its result is right, and choose the next by the
    /// answer.
    #[arg(short, long, conflicts_with_all = ["top", "json_file"])]
    pub interactive: bool,

    /// Ask about variants of failing tests that `faultline amplify` could not label. Your answers are saved beside the
    /// variants, where `faultline rank` finds them.
    #[arg(long, requires = "interactive", conflicts_with_all = ["pool", "labelled", "given"])]
    pub variants: bool,

    /// Save every answer in this file at once, and continue from the answers that it contains.
    #[arg(long, value_name = "FILE", requires = "interactive")]
    pub answers: Option<PathBuf>,

    /// Write a recording with your labels, for `faultline rank`.
    #[arg(short, long, value_name = "FILE.flt", requires = "interactive")]
    pub out: Option<PathBuf>,

    /// Folder with sources of tests, besides those found by convention. May be repeated.
    #[arg(short, long, value_name = "DIR", requires = "interactive")]
    pub source: Vec<PathBuf>,
}

/// The tests that the choice starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Given {
    /// Each failing test: a separate choice for each.
    Each,
    /// All failing tests together.
    AllFailing,
    /// All recorded tests; the choice is from --pool.
    Suite,
}

impl From<Given> for given::Given {
    fn from(given: Given) -> Self {
        match given {
            Given::Each => Self::Each,
            Given::AllFailing => Self::AllFailing,
            Given::Suite => Self::Suite,
        }
    }
}

impl SelectOptions {
    /// Builds the request.
    pub fn request(&self) -> Request<'_> {
        // On a page each start has its own table; JSON includes all.
        let is_page = !self.json && !self.file.is_wanted();
        Request {
            metric: &self.metric,
            ranking: &self.ranking,
            ties: self.ties.into(),
            given: self.given.into(),
            failing: &self.failing,
            has_pool: self.pool.is_some(),
            tests: self.top as usize,
            starts: is_page.then_some(CHOICES_SHOWN),
        }
    }

    /// Locations of the recordings and the pool.
    pub fn asked(&self) -> Asked<'_> {
        let Self { inputs, pool, labelled, reading, .. } = self;
        Asked { inputs, pool: pool.as_deref(), labelled: *labelled, reading: (*reading).into() }
    }
}

fn help() -> String {
    let metrics = metrics::listing();
    format!("{SELECT_HELP}\n\nMetrics, with their parameters:\n{metrics}\n{EXAMPLES}")
}
