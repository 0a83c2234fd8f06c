//! Options of `faultline evaluate`.

use std::path::PathBuf;

use clap::Args;
use faultline_sbfl::RankingSpec;

use crate::given::json_file::JsonFile;
use crate::given::page::PageOptions;
use crate::given::reading::ReadingOptions;

const EVALUATE_HELP: &str = "\
The protocol: each failing test of a fault is the initial test once, and a fault's figures are
means over these. Tests are chosen one by one from all others, failing ones included; after each,
methods are ranked with the outcomes of the tests so far. Metrics do not see the outcomes of the
tests they choose, unless they say so (fdg) or --labelled adds them as ones that do. Where
candidates run out, the last figures stay.
`whole suite` is one ranking with all tests.

The figures (methods that the fix changed are the faulty ones; all methods are ranked):
  acc@n     faults with a faulty method within the first n places (a sum, all others are means)
  mAP       mean of i/r over the ranks r of the i-th faulty method; mAP~ with average ties
  wef       methods to look at before the first faulty one
  EXAM      rank of the first faulty method, average in ties, in percent of all methods
  min max avg   expense: the same at best, at worst, and rounded down between, in percent
  top-n%    share of faults whose expense at worst is at most n percent, in percent
  saved     mean increase ratio: the share of the expense at worst that the second column saves
  p, A12    Wilcoxon's signed-rank test, two-sided, over faults; and the chance that the first
            column is better on a fault drawn at random (0.5: neither)
Ties are at their last place, but for mAP~, EXAM and acc@n-average in files.

Learned metrics (rlfdc) are the model that comes with the program, or rlfdc:model=FILE. It may have
been trained on the very faults: --folds and --across train anew, once for each seed, and judge
faults on which nothing was learned; figures are then means over the seeds, with their standard
deviation below. What is trained is
  rlfdc                     as published, with double Q-learning
  rlfdc:algorithm=dqn       as the published code has it
  rlfdc:algorithm=linear    plain Q-learning of a linear function of the inputs
  rlfdc:algorithm=none      nothing: the network as it was drawn
  rlfdc:without=split       without one input, =cover, or with the raw state, =embedding

A fault's folder holds elements.tsv, tests.tsv and faulty-methods.tsv (`class$method<ARGUMENTS>`
per row), or recordings (.flt) and faulty-methods.tsv. Its name is the folder's, its project the
folder's above. Archives (.tar.xz) of such folders are read as they are.

Examples:
  faultline evaluate data --metric eap --metric tfd
  faultline evaluate data --ranking ochiai,ochiai+size+trace,posterior
  faultline evaluate data --metric eap:q=0.2 --choose 5 --oracle --json
  faultline evaluate data --folds 5 -m rlfdc -m rlfdc:algorithm=dqn -m tfd -m eap
  faultline evaluate data --across -m rlfdc -m eap --seeds 3
  faultline evaluate data --ranking wong2,wong2+clone --measure expense-max
  faultline evaluate faults --mutants --json";

/// Measure rankings and the choice of tests on faults whose cause is known.
#[derive(Args, Debug)]
#[command(after_help = EVALUATE_HELP)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct EvaluateOptions {
    /// Where the faults are: folders, searched at any depth, and archives of them.
    #[arg(required = true, value_name = "DIR|FILE")]
    pub inputs: Vec<PathBuf>,

    /// A metric that chooses tests, such as eap, tfd or eap:q=0.2; may be repeated.
    ///
    /// Without any, whole suites alone are ranked. `faultline select --help` lists all.
    #[arg(short, long, value_name = "METRIC")]
    pub metric: Vec<String>,

    /// Rankings to judge by; several are separated by commas.
    #[arg(short, long, value_name = "RANKING", value_delimiter = ',', default_value = RankingSpec::DEFAULT)]
    pub ranking: Vec<String>,

    /// Judge mutation-based localization with fewer runs instead, on faults with results of mutants and known
    /// lines (docs/evaluation.md).
    #[arg(long, conflicts_with_all = ["metric", "folds", "across", "oracle", "labelled", "all_pairs", "per_fault", "csv"])]
    pub mutants: bool,

    /// How many tests to choose.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub choose: usize,

    /// Train learned metrics on the other folds of a project: N folds by fault number, up to
    /// round(i/N * last number) each.
    #[arg(long, value_name = "N", conflicts_with = "across", value_parser = clap::value_parser!(u32).range(2..))]
    pub folds: Option<u32>,

    /// Train learned metrics on all other projects.
    #[arg(long)]
    pub across: bool,

    /// How often they are trained, with seeds 1 to N.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub seeds: u32,

    /// Add the bound: at each step the test with the best average precision afterwards.
    #[arg(long)]
    pub oracle: bool,

    /// Add each metric once more, told how the tests that it chose ended before it chooses the
    /// next: as with somebody who labels them one by one.
    #[arg(long)]
    pub labelled: bool,

    /// Compare by this measure, fault by fault.
    #[arg(long, value_name = "MEASURE", default_value = "ap")]
    pub measure: String,

    /// Compare every two columns; otherwise, beyond four columns, each with the first.
    #[arg(long)]
    pub all_pairs: bool,

    /// Write the figures of every fault to this file, a JSON object per line.
    #[arg(long, value_name = "FILE")]
    pub per_fault: Option<PathBuf>,

    /// How many threads compute; the results do not depend on it [default: one per processor].
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,

    /// Print JSON as described in docs/evaluation.md.
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub file: JsonFile,

    /// Print a row per project, ranking, way of choosing and number of tests.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,

    #[command(flatten)]
    pub page: PageOptions,

    #[command(flatten)]
    pub reading: ReadingOptions,
}
