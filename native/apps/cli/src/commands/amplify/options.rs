//! Options of `faultline amplify`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum, ValueHint};
use faultline_jvm_process::tools::class_path::given;
use faultline_jvm_process::tools::kotlin::Compiler;
use faultline_messages::duration;
use faultline_messages::failure::Failure;
use faultline_test_amplification::choose::Choice;
use faultline_test_amplification::destination::Destination;
use faultline_test_amplification::request::{Oracle, Request};

use crate::given::json_file::JsonFile;
use crate::given::page::PageOptions;
use crate::given::reading::ReadingOptions;
use crate::given::source;
use crate::given::trust::TrustOption;

const AMPLIFY_HELP: &str = "\
A variant is the failing test with one thing changed: another string, a call left out, `null` for an
argument, one of its assertions alone. Where a variant passes, what it ran is less suspicious; where
the fault shows again, more. Variants are compiled in a copy of the test's class and run hundreds a
second in a JVM started as the recorded one was; the project's files stay as they are.

What says how a variant should end:
  its own assertions      the test with one of its assertions alone: no edit changes what they mean
  the exception           where one that is no assertion's ended the test: a variant fails if the
                          same exception comes from the same line of the project (96 % right)
  what it expects         where an assertion ended the test: a variant passes if all assertions
                          hold, or if an exception comes instead (89 % right)
  --oracle-cp             classes that are right: a fixed or an older release
  --oracle-rev            a revision that is right, built in a folder of its own
Variants of which nothing says it are left out, and so are those that end otherwise in another order.

What is found lies in .faultline/amplified, and counts in faultline rank from then on: variants that
pass together as five tests, those that fail as five for each failing test.

Examples:
  faultline amplify                            after faultline run -- mvn test
  faultline amplify -- mvn test                record first
  faultline amplify --failing FooTest#bar --budget 60s
  faultline amplify --oracle-rev v1.4          it worked there
  faultline amplify --oracle-cp lib-1.4.jar
  faultline amplify --out src/test/java        ... and write the ten variants that tell most as tests
  faultline amplify --out src/test/java --choose pcs   ... the ten that are nearest to the failing test";

/// Grow tests from a failing one that say more about where the fault is.
///
/// Edits the source of failing tests, runs the variants, labels them without a person. Exits with 3 when there is no
/// failing test, and with 1 when no variant has a label.
#[derive(Args, Debug)]
#[command(after_help = AMPLIFY_HELP)]
pub struct AmplifyOptions {
    /// Recordings: .flt files or folders of them [default: the nearest .faultline, here or above].
    #[arg(value_name = "RECORDING", conflicts_with = "command")]
    pub inputs: Vec<PathBuf>,

    /// Grow from this failing test only, as `Class#method`. May be repeated [default: up to three of each group of
    /// failures, one of each group first].
    #[arg(short, long, value_name = "TEST")]
    pub failing: Vec<String>,

    /// How long editing and running may take, as 20s, 5m or 1h; building a revision comes on top.
    #[arg(short, long, value_name = "TIME", default_value = "20s", value_parser = duration::read)]
    pub budget: Duration,

    /// Classes that are right, folders and jars separated by colons: they take the place of the project's.
    #[arg(long, value_name = "CP", conflicts_with = "oracle_rev")]
    pub oracle_cp: Option<String>,

    /// A revision of the git repository whose classes are right, such as the last release: built by Maven or Gradle.
    #[arg(long, value_name = "REV")]
    pub oracle_rev: Option<String>,

    /// How many variants to make of each failing test.
    #[arg(long, value_name = "N", default_value = "300", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub variants: u32,

    /// Also cut each failing test down to one of its assertions, or to the statement that threw, and what that depends on.
    #[arg(long)]
    pub slices: bool,

    /// Write kept variants into this folder as tests in the language of the failing one, that compile beside it.
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// How many tests --out writes, the best by --choose; 0 is all.
    #[arg(short = 'n', long, value_name = "N", default_value = "10")]
    pub tests: usize,

    /// What decides which variants these are: eap, tfd or rlfdc, by what they tell apart; pcs, pcs-new or is, by how similar they are
    /// to the failing test in the conditions they come by or in what they give; pcs+eap; random.
    #[arg(long, value_name = "METRIC", default_value = "eap")]
    pub choose: String,

    /// What is recorded of variants: with `branches` also what conditions come to, as --choose pcs needs it.
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',', default_value = "lines")]
    pub elements: Vec<Observed>,

    /// Seed of what is left to chance: which edits are made.
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,

    /// Folder with sources of tests, besides those found by convention. May be repeated.
    #[arg(short, long, value_name = "DIR")]
    pub source: Vec<PathBuf>,

    /// The Kotlin compiler for tests in Kotlin: its jar, a folder of jars or a class path [default: the one that the build
    /// has fetched, from Maven's local repository or Gradle's cache].
    #[arg(long, value_name = "PATH")]
    pub kotlin_compiler: Option<String>,

    /// Folder for the results [default: amplified, beside the recordings, where faultline rank looks].
    #[arg(short, long, value_name = "DIR")]
    pub dir: Option<PathBuf>,

    #[command(flatten)]
    pub reading: ReadingOptions,

    #[command(flatten)]
    pub trust: TrustOption,

    /// Print JSON as described in docs/amplify.md.
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

/// What is recorded of variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Observed {
    /// Lines.
    Lines,
    /// What conditional jumps and switches came to.
    Branches,
}

impl AmplifyOptions {
    /// Builds the request. Errors: a given folder or class path does not exist, or the name of the metric is
    /// unknown.
    pub fn request(&self) -> Result<Request, Failure> {
        let oracle = match (&self.oracle_cp, &self.oracle_rev) {
            (Some(class_path), _) => Oracle::ClassPath(given("--oracle-cp", class_path)?),
            (None, Some(revision)) => Oracle::Revision(revision.clone()),
            (None, None) => Oracle::None,
        };
        source::check(&self.source)?;
        let absolute = |folder: &PathBuf| std::path::absolute(folder).unwrap_or_else(|_| folder.clone());
        let most = (self.tests > 0).then_some(self.tests);
        Ok(Request {
            inputs: self.inputs.clone(),
            reading: self.reading.into(),
            trust: self.trust.into(),
            failing: self.failing.clone(),
            budget: self.budget,
            oracle,
            variants: self.variants as usize,
            slices: self.slices,
            seed: self.seed,
            write: self.out.as_ref().map(|out| Destination { folder: absolute(out), below: PathBuf::new() }),
            choose: Choice::of_name(&self.choose)?,
            most,
            branches: self.elements.contains(&Observed::Branches),
            source: self.source.iter().map(absolute).collect(),
            kotlin: self.kotlin_compiler.as_deref().map(Compiler::given).transpose()?,
            dir: self.dir.clone(),
        })
    }
}
