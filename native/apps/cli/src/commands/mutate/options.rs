//! Options of `faultline mutate`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};
use faultline_jvm_process::work::shard::Shard;
use faultline_messages::duration;
use faultline_mutation_runner::choice::{Mutants, Tests};
use faultline_mutation_runner::request::{Limits, Request};

use crate::given::json_file::JsonFile;
use crate::given::page::PageOptions;
use crate::given::reading::RowOptions;
use crate::given::trust::TrustOption;

const MUTATE_HELP: &str = "\
A mutant is a class with one small change: `<` for `<=`, an omitted call, `null` returned. If a
change makes the failing test pass, or fail in another way, the fault is probably near.

The stages, each followed by a better ranking:
  1  failing tests run once to find the mutants of their lines that would change a value (infect the
     test), and then once on each of these mutants, the most suspicious lines first
  2  in between, mutants that make a failing test pass (mending mutants) run with the passing tests
     that they infect, until one of these fails; and where none does, the failing test runs in a JVM
     in which the mutant is active from the start
Both end as soon as no other mutant can change the first suspect. With other --tests than mending:
  3  passing tests run once to find the mutants that infect them
  4  the passing tests chosen by --tests run on all mutants that a failing test notices

JVMs are started like the recorded ones; no build is needed. Every result is saved at once: after
Ctrl-C, the end of the budget or a kill -9, faultline rank uses the results so far, and --resume
continues with the rest.

Passing tests in stage 4 (--tests):
  mending    none, and no stage 3 (default): the default ranking weighs no kills of other mutants
  ietcr      the most informative ones by the entropy of suspiciousness, as many as failed; the
             paper's IETCR runs these alone, without stages 2 and 3, and counts no infections:
             `faultline evaluate --mutants` judges it as ietcr, and this command as its stages
  ietcr:20   ... 20 of them
  random:20  20 random ones
  all        all that reach a changed line
  failing    none; their results are estimated from what infects them
  ftmes      none, without stages 2 and 3
Rankings by kills (--ranking metallaxis or muse) need one of ietcr to failing.

Examples:
  faultline mutate                             after faultline run -- mvn test
  faultline mutate -- mvn test                 record first
  faultline mutate --failing FooTest#bar --budget 10s
  faultline mutate --tests all --budget 10m --jobs 8
  faultline mutate --resume --budget 5m        continue
  faultline mutate --shard 2/8 --dir shard-2   a part of the mutants, on another machine
  faultline merge shard-* --out .faultline/mutants";

/// Change suspicious lines one by one and see how the tests react.
///
/// Reruns the recorded tests on mutants of the lines that failing tests cover. Exits with 3 if no
/// test failed.
#[derive(Args, Debug)]
#[command(after_help = MUTATE_HELP)]
pub struct MutateOptions {
    /// Recordings: .flt files or folders of them [default: the nearest .faultline, here or above].
    #[arg(value_name = "RECORDING", conflicts_with = "command")]
    pub inputs: Vec<PathBuf>,

    /// Explain only this failing test: `Class#method`; other failures are left out. May be repeated.
    #[arg(short, long, value_name = "TEST")]
    pub failing: Vec<String>,

    /// Time limit for running tests on mutants, such as 60s, 5m or 1h.
    #[arg(short, long, value_name = "TIME", default_value = "60s", value_parser = duration::read)]
    pub budget: Duration,

    /// Which passing tests run on all mutants that a failing test notices: mending (none), ietcr,
    /// ietcr:N, random:N, all, failing or ftmes.
    #[arg(short, long, value_name = "WHICH", default_value = "mending")]
    pub tests: Tests,

    /// Which mutants to run: deciding (until no other can change the first suspect; all with other
    /// --tests than mending), all, or a sample such as sample:30%.
    #[arg(short, long, value_name = "WHICH", default_value = "deciding")]
    pub mutants: Mutants,

    /// How many JVMs at a time [default: as many as cores and free memory allow].
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,

    /// Seed for samples and random tests.
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,

    /// Continue from existing results; without this option they are replaced.
    #[arg(long)]
    pub resume: bool,

    /// Only one of several parts of the mutants, such as 3/20: the third of twenty.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,

    /// Folder for the results [default: mutants, beside the recordings, where faultline rank finds it].
    #[arg(short, long, value_name = "DIR")]
    pub dir: Option<PathBuf>,

    /// How many lines to show; 0 shows all [default: 10; 5 if failing tests have several causes].
    #[arg(short = 'n', long, value_name = "N")]
    pub top: Option<usize>,

    #[command(flatten)]
    pub reading: RowOptions,

    #[command(flatten)]
    pub trust: TrustOption,

    /// Print JSON as described in docs/mutants.md.
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub file: JsonFile,

    #[command(flatten)]
    pub page: PageOptions,

    /// A command that runs the tests, after `--`; it is first recorded as by faultline run.
    #[arg(last = true, value_name = "COMMAND", value_hint = ValueHint::CommandWithArguments)]
    pub command: Vec<OsString>,
}

impl MutateOptions {
    /// Builds the request.
    pub fn request(&self) -> Request {
        Request {
            inputs: self.inputs.clone(),
            reading: self.reading.into(),
            trust: self.trust.into(),
            failing: self.failing.clone(),
            budget: self.budget,
            tests: self.tests,
            mutants: self.mutants,
            jobs: self.jobs.map(|jobs| jobs as usize),
            seed: self.seed,
            resume: self.resume,
            shard: self.shard,
            dir: self.dir.clone(),
            limits: Limits::default(),
        }
    }
}
