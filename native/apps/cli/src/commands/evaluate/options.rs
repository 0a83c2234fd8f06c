//! Options of `faultline evaluate`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use faultline_sbfl::RankingSpec;

use crate::given::json_file::JsonFile;
use crate::given::page::PageOptions;
use crate::given::reading::RowOptions;

const EVALUATE_HELP: &str = "\
The protocol: each failing test of a fault is the initial test once, and a fault's figures are
means over these. Tests are chosen one by one from all other tests, including failing ones; after
each, methods are ranked with the outcomes of the tests so far. Metrics do not see the outcomes of
the tests they choose, except fdg and the variants that --labelled adds. If candidates run out, the
last figures stay. `whole suite` is one ranking with all tests.

The figures (methods that the fix changed are the faulty ones; all methods are ranked):
  acc@n     faults with a faulty method within the first n places (a sum, all others are means)
  mAP       mean of i/r over the ranks r of the i-th faulty method; mAP~ with average ties
  wef       methods to look at before the first faulty one
  EXAM      rank of the first faulty method, average in ties, in percent of all methods
  min max avg   expense: the same at best, at worst, and the rounded-down middle, in percent
  top-n%    share of faults whose expense at worst is at most n percent, in percent
  saved     mean increase ratio: the share of the expense at worst that the second column saves
  p, Holm   Wilcoxon's signed-rank test, two-sided, over faults; p adjusted by Holm for all
            pairs of columns, also for those that the table leaves out
  A12       the probability that the first column is better on a random fault (0.5: neither)
Three or more columns are also compared at once: Friedman's test, corrected for ties and as Iman
and Davenport did. With --measure expense-*, a table shows the increase ratio of each project by the
mean expense, and the faults within the first 5 methods (--level line: lines) and 5 %.
Ties take their last place, except for mAP~, EXAM and acc@n-average in files.

Learned metrics (rlfdc) use the shipped model, or rlfdc:model=FILE. The model may have been trained
on the same faults. --folds and --across train new models, once for each seed, and judge only faults
that were not used for training; figures are then means over the seeds, with their standard
deviation below. The trained variants are
  rlfdc                     as published, with double Q-learning
  rlfdc:algorithm=dqn       as in the published code
  rlfdc:algorithm=q         one network with regular Q-learning, without a target copy
  rlfdc:algorithm=linear    plain Q-learning of a linear function of the inputs
  rlfdc:algorithm=none      no training: the network with its random initial weights
  rlfdc:without=split       without one input (=split, =cover), or with the raw state (=embedding)

A fault's folder holds elements.tsv, tests.tsv and faulty-methods.tsv (`class$method<ARGUMENTS>` per
row), or recordings (.flt) and faulty-methods.tsv. The folder is named after the fault, the folder
above it after the project. Archives (.tar.xz) of such folders are read without unpacking.

Examples:
  faultline evaluate data --metric eap --metric tfd
  faultline evaluate data --ranking ochiai,ochiai+size+trace,posterior
  faultline evaluate data --metric eap:q=0.2 --choose 5 --oracle --json
  faultline evaluate data --folds 5 -m rlfdc -m rlfdc:algorithm=dqn -m tfd -m eap
  faultline evaluate data --across -m rlfdc -m eap --seeds 3
  faultline evaluate data --ranking wong2,wong2+clone --measure expense-max
  faultline evaluate faults --ranking wong2,wong2+clone --together 2
  faultline evaluate faults --mutants --json";

/// Measure rankings and choices of tests on faults with known causes.
#[derive(Args, Debug)]
#[command(after_help = EVALUATE_HELP)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct EvaluateOptions {
    /// The faults: folders, searched at any depth, and archives of them.
    #[arg(required = true, value_name = "DIR|FILE")]
    pub inputs: Vec<PathBuf>,

    /// A metric that chooses tests, such as eap, tfd or eap:q=0.2; may be repeated.
    ///
    /// Without a metric, only whole suites are ranked. `faultline select --help` lists all metrics.
    #[arg(short, long, value_name = "METRIC")]
    pub metric: Vec<String>,

    /// Rankings that judge the choices; commas separate several.
    #[arg(short, long, value_name = "RANKING", value_delimiter = ',', default_value = RankingSpec::DEFAULT)]
    pub ranking: Vec<String>,

    /// What is ranked: methods, or lines (statements) by whole suites, on faults with a list of faulty lines
    /// (docs/evaluation.md) [default: method].
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["metric", "oracle", "folds", "across"])]
    pub level: Option<EvaluateLevel>,

    /// Judge every N faults of the same code as one program with N faults: recordings of several faults of one release.
    #[arg(long, value_name = "N", conflicts_with_all = ["folds", "across", "mutants"], value_parser = clap::value_parser!(u8).range(2..=4))]
    pub together: Option<u8>,

    /// Judge mutation-based localization with fewer runs instead, on faults with results of mutants and known
    /// lines (docs/evaluation.md).
    #[arg(long, conflicts_with_all = ["metric", "level", "ranking", "choose", "measure", "folds", "across", "oracle", "labelled", "all_pairs", "per_fault", "csv"])]
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

    /// How often to train them, with seeds 1 to N [default: 10]; with --mutants, how often random techniques are repeated
    /// [default: 50].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub seeds: Option<u32>,

    /// The formula by which IETCR computes entropies: jaccard, ochiai, op2, tarantula or dstar [default: dstar].
    #[arg(long, value_name = "FORMULA", requires = "mutants")]
    pub entropy: Option<String>,

    /// Add the upper bound: at each step the test with the best average precision afterwards.
    #[arg(long)]
    pub oracle: bool,

    /// Add a variant of each metric that learns the outcome of each chosen test before it chooses
    /// the next, as if a person labelled them one by one.
    #[arg(long, requires = "metric")]
    pub labelled: bool,

    /// Measure by which columns are compared, fault by fault.
    #[arg(long, value_name = "MEASURE", default_value = "ap")]
    pub measure: String,

    /// Compare all pairs of columns; by default more than four columns are compared with the first only.
    #[arg(long)]
    pub all_pairs: bool,

    /// Write the figures of every fault to this file, one JSON object per line.
    #[arg(long, value_name = "FILE")]
    pub per_fault: Option<PathBuf>,

    /// How many threads to use; the results do not depend on it [default: one per processor].
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,

    /// Print JSON as described in docs/evaluation.md.
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub file: JsonFile,

    /// Print CSV: a row per project, ranking, metric and number of tests.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,

    #[command(flatten)]
    pub page: PageOptions,

    #[command(flatten)]
    pub reading: RowOptions,
}

/// What is ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EvaluateLevel {
    /// Methods and constructors.
    Method,
    /// Source lines.
    Line,
}
