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
use crate::given::reading::ReadingOptions;
use crate::given::trust::TrustOption;

const MUTATE_HELP: &str = "\
A mutant is a class with one small change: `<` for `<=`, a call left out, `null` returned. Where a
change makes the failing test pass, or fail otherwise, the fault is likely to be near.

What is done, with a ranking after each stage that is better than the one before:
  1  failing tests are run once, to see which mutants of the lines they cover would change a value
     in them (infect them), and then on each of these, the most suspicious lines first
  2  passing tests are run once in the same way
  3  mutants with which a failing test passes (mending ones) are shown to the passing tests that
     they infect, until one of these fails
  4  the passing tests that --tests chooses run on all mutants that a failing test notices

JVMs are started as the recorded ones were; no build is needed. Every result is kept at once:
after Ctrl-C, the end of the budget or a kill -9, what was found counts in faultline rank, and
--resume goes on with the rest.

Passing tests in stage 4 (--tests):
  ietcr      those that say most, by the entropy of suspiciousness: as many as failed (default)
  ietcr:20   ... 20 of them
  random:20  20 by chance
  all        all that reach a changed line
  failing    none; what they would say is expected of what infects them
  ftmes      as failing, without stages 2 and 3

Examples:
  faultline mutate                             after faultline run -- mvn test
  faultline mutate -- mvn test                 record first
  faultline mutate --failing FooTest#bar --budget 10s
  faultline mutate --tests all --budget 10m --jobs 8
  faultline mutate --resume --budget 5m        go on
  faultline mutate --shard 2/8 --dir shard-2   a part of the mutants, on another machine
  faultline merge shard-* --out .faultline/mutants";

/// Change lines one by one and see which tests notice: finds the line that makes tests fail.
///
/// Runs the recorded tests again, on mutants of the lines that failing tests cover. Exits with 3 when
/// there is no failing test.
#[derive(Args, Debug)]
#[command(after_help = MUTATE_HELP)]
pub struct MutateOptions {
    /// Recordings: .flt files or folders of them [default: the nearest .faultline, here or above].
    #[arg(value_name = "RECORDING", conflicts_with = "command")]
    pub inputs: Vec<PathBuf>,

    /// Explain only this failing test, as `Class#method`; other failures are left out. May be repeated.
    #[arg(short, long, value_name = "TEST")]
    pub failing: Vec<String>,

    /// How long tests may run on mutants, as 60s, 5m or 1h.
    #[arg(short, long, value_name = "TIME", default_value = "60s", value_parser = duration::read)]
    pub budget: Duration,

    /// Which passing tests run on all mutants that a failing test notices: ietcr, ietcr:N, random:N,
    /// all, failing or ftmes.
    #[arg(short, long, value_name = "WHICH", default_value = "ietcr")]
    pub tests: Tests,

    /// Which mutants are run: all, or a sample like sample:30%.
    #[arg(short, long, value_name = "WHICH", default_value = "all")]
    pub mutants: Mutants,

    /// How many JVMs at a time [default: as the cores and the free memory allow].
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,

    /// Seed of what is left to chance: samples and random tests.
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,

    /// Go on with the results that are there; without it they are replaced.
    #[arg(long)]
    pub resume: bool,

    /// Only the mutants of one of several parts, as 3/20: the third of twenty.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,

    /// Folder for the results [default: mutants, beside the recordings, where faultline rank looks].
    #[arg(short, long, value_name = "DIR")]
    pub dir: Option<PathBuf>,

    /// How many lines to show; 0 is all [default: 10, and 5 where failing tests have several causes].
    #[arg(short = 'n', long, value_name = "N")]
    pub top: Option<usize>,

    #[command(flatten)]
    pub reading: ReadingOptions,

    #[command(flatten)]
    pub trust: TrustOption,

    /// Print JSON as described in docs/mutants.md.
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub file: JsonFile,

    #[command(flatten)]
    pub page: PageOptions,

    /// A command that runs the tests, after `--`: it is recorded first, as by faultline run.
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
