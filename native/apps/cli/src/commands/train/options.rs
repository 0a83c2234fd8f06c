//! Options of `faultline train`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use faultline_learned_metrics::ranking::FitOptions;
use faultline_learned_metrics::{Algorithm, Options};
use faultline_sbfl::evidence::Kind;

use faultline_training::hold_out::HoldOut;

use crate::given::json_file::JsonFile;

const TRAIN_HELP: &str = "\
What is learned: how much one more test will improve the place of the faulty method, by trying
choices of tests on faults whose cause is known. Ten faults are a start, fifty are good.

Where faults come from:
  folders and archives   what `faultline evaluate` takes: per fault a folder with elements.tsv,
                         tests.tsv and faulty-methods.tsv, or recordings (.flt) and
                         faulty-methods.tsv (`class$method<ARGUMENTS>` per row); .tar.xz of such
  other files            no bug database? Faults seeded into a green build: its recording, and
                         which tests kill which mutant; docs/learning.md describes the file

Held-out faults are not learned from. The network is tried on them now and then, and the one that
was best there is kept; without any, the last one is. Since they choose the network, their figure
flatters it: --folds measures honestly, by training again without what it measures on.

Ctrl-C ends the training early, and the model so far is kept; a second one ends the program.

The exit code is 0 when the model was trained to the end, 1 when nothing is written, 130 (Ctrl-C) or
143 (SIGTERM) when it was ended early: the model is then written if anything was learned.

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
    /// Where the faults are: folders, searched at any depth, archives of them, and files of
    /// faults seeded into a green build.
    #[arg(required = true, value_name = "DIR|FILE")]
    pub inputs: Vec<PathBuf>,

    /// The model to write; an older model there is replaced.
    #[arg(short, long, value_name = "FILE")]
    pub out: PathBuf,

    /// Replace --out even when it is no model.
    #[arg(long)]
    pub force: bool,

    /// How what follows a choice is valued: double-dqn, as the paper says, or dqn, as its code.
    #[arg(long, value_name = "NAME", default_value_t = Algorithm::default())]
    pub algorithm: Algorithm,

    /// What is learned: a network that sees the paper's inputs, or how much names, stack traces
    /// and coverage speak for a method, for the metric of docs/learning.md.
    #[arg(long, value_enum, default_value = "published")]
    pub features: Features,

    /// Learn what each kind of evidence weighs in a ranking (docs/ranking.md) instead of a metric of tests; judged on each
    /// project by what the others teach.
    #[arg(long, conflicts_with = "features")]
    pub ranking: bool,

    /// Leave a kind of evidence out of --ranking; may be repeated.
    #[arg(long, value_name = "KIND", requires = "ranking", value_parser = kind)]
    pub without: Vec<Kind>,

    /// Say what each kind of evidence is worth: learn and judge --ranking without each in turn.
    #[arg(long, requires = "ranking")]
    pub ablations: bool,

    /// Draw into this SVG file what --ranking says of its first suspects beside what is seen, on each project by what the
    /// others teach.
    #[arg(long, value_name = "FILE", requires = "ranking")]
    pub reliability: Option<PathBuf>,

    /// What large weights cost in --ranking, against the logarithms of the faults' probabilities.
    #[arg(long, value_name = "R", requires = "ranking", default_value_t = FitOptions::default().ridge)]
    pub ridge: f64,

    /// Seed of everything that is drawn.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// How often tests are chosen anew for each fault.
    #[arg(long, value_name = "N", default_value_t = Options::default().epochs)]
    pub episodes: usize,

    /// How many tests are chosen each time.
    #[arg(long, value_name = "N", default_value_t = Options::default().steps)]
    pub choose: usize,

    /// Share of the faults to hold out (30 at most), or the name of a project; 0 is none
    /// [default: 0.2, or none where that is less than five faults].
    #[arg(long, value_name = "SHARE|PROJECT")]
    pub holdout: Option<HoldOut>,

    /// Train again for each of N folds of each project, on its other folds, and write into the
    /// model how good the networks are on what they did not see; with several projects, also
    /// for each project on the others [default: 0, not at all].
    #[arg(long, value_name = "N", hide_default_value = true, default_value_t = 0)]
    pub folds: usize,

    /// Draw the learning curve into this SVG file.
    #[arg(long, value_name = "FILE")]
    pub curve: Option<PathBuf>,

    /// Date to write into the model [default: today, in UTC].
    #[arg(long, value_name = "DATE")]
    pub date: Option<String>,

    /// A sentence to write into the model.
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
    /// Evidence about methods. Nothing is drawn: of the options below, --holdout, --choose,
    /// --date and --note count.
    Extended,
}

fn kind(name: &str) -> Result<Kind, String> {
    let all = || Kind::ALL.map(Kind::name).join(", ");
    Kind::of_name(name).ok_or_else(|| format!("kinds of evidence are {}", all()))
}
