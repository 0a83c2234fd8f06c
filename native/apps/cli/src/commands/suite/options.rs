//! Options of `faultline suite`.

use std::path::PathBuf;

use clap::Args;

use crate::given::json_file::JsonFile;
use crate::given::page::PageOptions;
use crate::given::reading::ReadingOptions;

const SUITE_HELP: &str = "\
The measures:
  density      1 if half of all pairs of a test and a line are covered; 1 is best
  diversity    the chance that two different tests run different lines; 1 is best
  uniqueness   ambiguity groups per line; 1 if all lines can be told apart
  DDU          density x diversity x uniqueness; 1 is best (Perez et al., 2017)
  EntBug       distance of that share from one half; 0 is best (Campos et al., 2013)
  TfD          number of ambiguity groups; as many as lines is best (Baudry et al., 2006)

An ambiguity group is a set of lines that exactly the same tests run. No formula can rank one of
them above another; only another test that runs some of them and not the others can. The output
describes such a test as far as coverage shows it. Coverage cannot show whether the code allows it.

A line that belongs to two methods counts for each. Passed and failed tests count. A package or
class is measured by the tests that run a line of it, the whole suite by all tests.

Examples:
  faultline suite
  faultline suite --top 20 lang-1/
  faultline suite --csv > suite.csv
  faultline suite --json | jq '.groups[0].split'";

/// Measure how well the tests tell lines apart, and show where they do not.
///
/// Reads the recordings of `faultline run`. Needs no failing test.
#[derive(Args, Debug)]
#[command(after_help = SUITE_HELP)]
pub struct SuiteOptions {
    /// Recordings: .flt files, folders of them or in the tsv or gzoltar layout [default: the
    /// nearest .faultline, here or above].
    #[arg(value_name = "DIR|FILE")]
    pub inputs: Vec<PathBuf>,

    /// How many packages, classes and groups to show; 0 shows all [default: 10, and 5 groups].
    ///
    /// JSON lists all packages and classes, and by default 20 groups; CSV lists everything.
    #[arg(short = 'n', long, value_name = "N")]
    pub top: Option<usize>,

    /// Print JSON as described in docs/suite.md.
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub file: JsonFile,

    /// Print the measures of each package and class as CSV.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,

    #[command(flatten)]
    pub page: PageOptions,

    #[command(flatten)]
    pub reading: ReadingOptions,
}
