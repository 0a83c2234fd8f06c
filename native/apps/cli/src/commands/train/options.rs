//! Options of `faultline train`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use faultline_learned_metrics::ranking::FitOptions;
use faultline_learned_metrics::{Algorithm, Options};
use faultline_sbfl::evidence::Kind;

use faultline_training::hold_out::HoldOut;

use crate::given::json_file::JsonFile;

const TRAIN_HELP: &str = "\
The model learns how much one more test will improve the rank of the faulty method, from choices of
tests on faults with known causes. Start with ten faults; fifty are good.

Where faults come from:
  folders and archives   as for `faultline evaluate`: a folder per fault with elements.tsv,
                         tests.tsv and faulty-methods.tsv, or recordings (.flt) and
                         faulty-methods.tsv (`class$method<ARGUMENTS>` per row); .tar.xz of these
  other files            faults seeded into a green build: its recording, and the tests that kill
                         each mutant; docs/learning.md describes the file
  *.evidence.gz          for --ranking: what an earlier `train --ranking --evidence` wrote

Held-out faults are not used for training. They select the network: the best one on them is kept;
without held-out faults, the last one. So their figure is too good; --folds measures without this
bias, by training again without the faults it measures on.

Ctrl-C ends the training early and keeps the model so far; a second Ctrl-C ends the program.

The exit code is 0 if training was completed, 1 if nothing was written, 130 (Ctrl-C) or 143
(SIGTERM) if it was ended early; the model is then written if anything was learned.

Examples:
  faultline train faults --out model.json
  faultline train faults --out model.json --curve curve.svg --folds 5
  faultline train data --holdout Math --out lang.json
  faultline train mutants.jsonl --out model.json";

/// Learn from faults with known causes which tests are worth choosing.
///
/// Trains the metric rlfdc and writes it as a model file. The same faults, options and seed give
/// the same file, byte by byte.
#[derive(Args, Debug)]
#[command(after_help = TRAIN_HELP)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct TrainOptions {
    /// The faults: folders, searched at any depth, archives of them, and files of faults seeded
    /// into a green build.
    #[arg(required = true, value_name = "DIR|FILE")]
    pub inputs: Vec<PathBuf>,

    /// The model to write; an existing model is replaced.
    #[arg(short, long, value_name = "FILE")]
    pub out: PathBuf,

    /// Replace --out even if it is not a model.
    #[arg(long)]
    pub force: bool,

    /// How the target of a choice is computed: double-dqn, as in the paper, dqn, as in its code, or q, by one network.
    #[arg(long, value_name = "NAME", default_value_t = Algorithm::default())]
    pub algorithm: Algorithm,

    /// What to learn: a network with the paper's inputs, or the weights of names, stack traces
    /// and coverage for the metric belief (docs/learning.md).
    #[arg(long, value_enum, default_value = "published")]
    pub features: Features,

    /// Learn the weights of evidence in a ranking (docs/ranking.md) instead of a metric of tests; each project is judged
    /// by weights learned from the others.
    #[arg(long, conflicts_with = "features")]
    pub ranking: bool,

    /// Leave a kind of evidence out of --ranking; may be repeated.
    #[arg(long, value_name = "KIND", requires = "ranking", value_parser = kind)]
    pub without: Vec<Kind>,

    /// Measure each kind of evidence: learn and judge --ranking without each in turn.
    #[arg(long, requires = "ranking")]
    pub ablations: bool,

    /// Judge each project by weights learned from projects of other domains, such as parsers: a file with a row PROJECT, tab, DOMAIN
    /// for each project.
    #[arg(long, value_name = "FILE", requires = "ranking")]
    pub domains: Option<PathBuf>,

    /// Draw the stated and the observed chances of first suspects by --ranking into this SVG file, each project by
    /// weights learned from the others.
    #[arg(long, value_name = "FILE", requires = "ranking")]
    pub reliability: Option<PathBuf>,

    /// Also write the evidence of --ranking into this file (*.evidence.gz), from which it can be learned again: numbers, no code.
    #[arg(long, value_name = "FILE", requires = "ranking")]
    pub evidence: Option<PathBuf>,

    /// Ridge of --ranking: the penalty for large weights.
    #[arg(long, value_name = "R", requires = "ranking", default_value_t = FitOptions::default().ridge)]
    pub ridge: f64,

    /// Seed for all random numbers.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Number of episodes per fault.
    #[arg(long, value_name = "N", default_value_t = Options::default().epochs)]
    pub episodes: usize,

    /// Number of tests chosen per episode.
    #[arg(long, value_name = "N", default_value_t = Options::default().steps)]
    pub choose: usize,

    /// Share of the faults to hold out (at most 30 faults), or the name of a project; 0 is none
    /// [default: 0.2, or none if that is fewer than five faults].
    #[arg(long, value_name = "SHARE|PROJECT")]
    pub holdout: Option<HoldOut>,

    /// Also train for each of N folds of each project on its other folds, and write the figures
    /// on unseen faults into the model; with several projects, also for each project on the
    /// others [default: 0, no folds].
    #[arg(long, value_name = "N", hide_default_value = true, default_value_t = 0)]
    pub folds: usize,

    /// Draw the learning curve into this SVG file.
    #[arg(long, value_name = "FILE")]
    pub curve: Option<PathBuf>,

    /// Date to write into the model [default: today, in UTC].
    #[arg(long, value_name = "DATE")]
    pub date: Option<String>,

    /// A note to write into the model.
    #[arg(long, value_name = "TEXT", hide_default_value = true, default_value = "")]
    pub note: String,

    /// Print JSON as described in docs/learning.md.
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub file: JsonFile,
}

/// What is learned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Features {
    /// The five inputs of the paper.
    Published,
    /// Evidence about methods. Training is not random: of the options below, only --holdout,
    /// --choose, --date and --note apply.
    Extended,
}

fn kind(name: &str) -> Result<Kind, String> {
    let all = || Kind::ALL.map(Kind::name).join(", ");
    Kind::of_name(name).ok_or_else(|| format!("kinds of evidence are {}", all()))
}
