//! Options of `faultline budget`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};
use faultline_messages::duration::Duration;
use faultline_test_generation::budget::request::{Prediction, Request, Running, Shape};
use faultline_test_generation::budget::shard::Shard;

use crate::commands::history::options::{Past, fraction, three};
use crate::given::json_file::JsonFile;
use crate::given::page::PageOptions;
use crate::given::top;

use super::run_options::RunOptions;

const BUDGET_HELP: &str = "\
How the time is distributed (BADS, Perera et al., 2020): the predictor ranks the classes. Each class
of the lower half gets a fifth of the mean, or --min if that is more. Each class of the upper half
gets the mean and a share of what the lower half does not get, in groups of a twentieth of all
classes whose weight falls exponentially. Budgets are whole seconds and sum to --total; --steps
shows the groups.

Every .java file at the revision counts as a class, except tests (src/test), package-info and
module-info.

Predictors:
  combined  statements and decisions in the file, times recent changes
  schwa     the defect score of the version history; see faultline history
  size      lines of the file
  churn     lines added and removed
docs/history.md compares them on the classes of real bugs. With recordings, combined also uses the
recorded tests: if a test failed, classes in which it ran suspicious lines come first; if all
passed, lines that they ran count half.

With --run, EvoSuite generates tests for the classes within their budgets, highest rank first,
several classes at a time, by DynaMOSA for branches with all assertions and several tests for each
branch, as the authors did; --generator evosuite runs it with its own defaults. Unused time goes
to waiting classes. --resume continues an interrupted run, and --shard I/N takes one of N parts,
one per machine; faultline merge joins them.

Examples:
  faultline budget --total 2h
  faultline budget --total 2h --steps
  faultline budget --total 2h --strategy equal
  faultline budget --total 90m --min 10s --source core/src/main/java --svg budget.svg
  faultline budget --total 1h --csv | while IFS=, read rank class path rest; do ...; done
  faultline budget --total 2h .faultline
  faultline budget --total 2h --run --fetch
  faultline budget --resume
  faultline budget --total 10h --run --shard 3/20 --out shard-3
  faultline budget --total 1h --run --command './randoop.sh {class} {seconds} {out}'";

/// Divide a total of time among classes by how likely they are to have defects.
///
/// Meant for generating tests: the seconds limit the search for each class.
#[derive(Args, Debug)]
#[command(after_help = BUDGET_HELP, group(ArgGroup::new("running").multiple(true)))]
pub struct BudgetOptions {
    /// Recordings that `combined` and the metric of --run use: .flt files or folders of them
    /// [default: none].
    #[arg(value_name = "DIR|FILE", conflicts_with = "compat")]
    pub inputs: Vec<PathBuf>,

    /// Time for all classes together, such as 2h, 1h30m, 1.5h or 45s; without a unit, seconds.
    #[arg(short, long, value_name = "TIME", required_unless_present = "resume")]
    pub total: Option<Duration>,

    /// Minimum for each class [default: 3s].
    #[arg(long, value_name = "TIME", conflicts_with = "compat")]
    pub min: Option<Duration>,

    /// How classes are ranked [default: combined; schwa with --compat].
    #[arg(short, long, value_enum)]
    pub predictor: Option<Predictor>,

    /// The failing test that counts [default: all failing tests]; may be repeated. A metric explains
    /// this test [default: the only failing one].
    #[arg(long, value_name = "TEST", requires = "inputs")]
    pub failing: Vec<String>,

    /// Only files below this folder, relative to the repository's root; may be repeated.
    #[arg(short, long, value_name = "DIR")]
    pub source: Vec<PathBuf>,

    #[command(flatten)]
    pub past: Past,

    /// What the predictor schwa scores: files, or the class of each file, whose score is that of the most suspicious class
    /// in it.
    #[arg(long, value_enum, value_name = "WHAT", default_value = "file")]
    pub level: BudgetLevel,

    /// How the total is divided [default: bads].
    #[arg(long, value_enum, value_name = "NAME")]
    pub strategy: Option<Strategy>,

    /// Share of the classes that form tier 1 [default: 0.5].
    #[arg(long, value_name = "SHARE", value_parser = fraction, conflicts_with = "compat")]
    pub tier: Option<f64>,

    /// Share of the total for tier 1, at least --tier; the rest is for tier 2 [default: 0.9].
    #[arg(long, value_name = "SHARE", value_parser = fraction, conflicts_with = "compat")]
    pub tier_total: Option<f64>,

    /// The curve of weights: A + B exp(C x), x from 0 for the first group of a tier to 1 for the last
    /// [default: 0.02393705,0.9731946,-10.47408].
    #[arg(long, value_name = "A,B,C", value_parser = three, allow_hyphen_values = true, conflicts_with = "compat")]
    pub curve: Option<[f64; 3]>,

    /// Share of all classes that have one weight, in percent; 0 gives each class a weight of its own, as in the paper's
    /// Algorithm 1 [default: 5, as in its program].
    #[arg(long, value_name = "PERCENT", conflicts_with = "compat")]
    pub group: Option<usize>,

    /// Take the time of the prediction off the total, as the paper does: a time, or `measured` for what it takes here. With
    /// --compat it is taken off class by class, as in the published program.
    #[arg(long, value_name = "TIME")]
    pub prediction: Option<Prediction>,

    /// Only one of several parts of the classes, such as 3/20: the third of twenty. Parts have about
    /// the same seconds, and are the same on every machine.
    #[arg(long, value_name = "I/N", conflicts_with_all = ["steps", "svg", "compat"])]
    pub shard: Option<Shard>,

    /// Show how the budgets are computed, group by group.
    #[arg(long, conflicts_with_all = ["json", "csv", "running"])]
    pub steps: bool,

    /// Draw the budgets into this SVG file.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// How many classes to show; 0 shows all [default: 20; all in JSON and CSV].
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

    #[command(flatten)]
    pub run: RunOptions,
}

/// How the total is divided among the ranked classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Strategy {
    /// By rank, as above.
    Bads,
    /// Each class gets the mean: the baseline.
    Equal,
}

/// What the predictor schwa scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BudgetLevel {
    /// Source files, as in the paper's program.
    File,
    /// Classes: changes outside a class, such as imports, do not count.
    Class,
}

/// How classes are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Predictor {
    /// Code times recent changes.
    Combined,
    /// Schwa: the version history.
    Schwa,
    /// Lines of the file.
    Size,
    /// Lines added and removed.
    Churn,
}

impl From<Predictor> for faultline_vcs_history::Predictor {
    fn from(predictor: Predictor) -> Self {
        match predictor {
            Predictor::Combined => Self::Combined,
            Predictor::Schwa => Self::Schwa,
            Predictor::Size => Self::Size,
            Predictor::Churn => Self::Churn,
        }
    }
}

impl BudgetOptions {
    /// The predictor that ranks the classes.
    pub fn predictor(&self) -> faultline_vcs_history::Predictor {
        let usual = if self.past.compat { Predictor::Schwa } else { Predictor::Combined };
        self.predictor.unwrap_or(usual).into()
    }

    /// The numbers of the distribution.
    fn shape(&self) -> Shape {
        let usual = Shape::default();
        if self.strategy == Some(Strategy::Equal) {
            return Shape { tier: 1.0, share: 1.0, curve: [1.0, 0.0, 0.0], ..usual };
        }
        let tier = self.tier.unwrap_or(usual.tier);
        Shape {
            tier,
            // Without a tier 2, tier 1 gets all.
            share: self.tier_total.unwrap_or(if tier < 1.0 { usual.share } else { 1.0 }),
            curve: self.curve.unwrap_or(usual.curve),
            group: self.group.unwrap_or(usual.group),
        }
    }

    /// Builds the request.
    pub fn request(&self) -> Request {
        let run = &self.run;
        Request {
            total: self.total,
            min: self.min,
            predictor: self.predictor(),
            spectrum: self.inputs.clone(),
            failing: self.failing.clone(),
            source: self.source.clone(),
            past: self.past.past(),
            prediction: self.prediction,
            by_class: self.level == BudgetLevel::Class,
            shape: self.shape(),
            shard: self.shard,
            run: Running {
                resume: run.resume,
                trust: run.trust.into(),
                out: run.out.clone(),
                jobs: run.jobs.map(|jobs| jobs as usize),
                memory: run.memory,
                grace: run.grace,
                seed: run.seed,
                evosuite: run.evosuite.clone(),
                fetch: run.fetch,
                project_cp: run.project_cp.clone(),
                metric: run.metric.clone(),
                generator: run.generator.map(Into::into),
                tests_per_target: run.tests_per_target,
                command: run.command.clone(),
                arguments: run.arguments.clone(),
            },
        }
    }

    /// Number of classes to show, given the default.
    pub fn shown(&self, usual: usize) -> usize {
        top::shown(self.top, usual)
    }
}
